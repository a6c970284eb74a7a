//! Generates the stubs, with a protobuf compiler that comes as a crate.

use std::error::Error;

const PROTO: &str = "../../../proto";

fn main() -> Result<(), Box<dyn Error>> {
    let mut config = tonic_prost_build::Config::new();
    config.protoc_executable(protoc_bin_vendored::protoc_bin_path()?);
    config.enable_type_names();
    config.include_file("proto.rs");
    let protos = ["v1/play_service", "scout/v1/observation", "carrera/v1/observation"];
    tonic_prost_build::configure().build_server(false).compile_with_config(
        config,
        &protos.map(|name| format!("{PROTO}/botarena/{name}.proto")),
        &[PROTO.to_string()],
    )?;
    Ok(())
}
