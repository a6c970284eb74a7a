//! What `build.rs` makes of the protos.

pub use v1::{Prompt, Seated};

#[allow(dead_code)]
pub mod v1 {
    tonic::include_proto!("botarena.v1");
}
pub mod scout {
    tonic::include_proto!("botarena.scout.v1");
}
pub mod carrera {
    tonic::include_proto!("botarena.carrera.v1");
}
