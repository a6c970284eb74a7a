"""Health and reflection, which are open to anybody: what `grpcurl` and the like live on."""

from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from arena.rpc.auth import RIGHTS
from arena.rpc.services import SERVICE_NAMES

from .world import World


def test_reflection_lists_the_services_to_anybody(arena: World) -> None:
    names = ProtoReflectionDescriptorDatabase(arena.channel).get_services()

    assert set(SERVICE_NAMES) < set(names)


def test_reflection_describes_every_call(arena: World) -> None:
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(arena.channel))

    described = {
        f"/{name}/{method.name}"
        for name in SERVICE_NAMES
        for method in pool.FindServiceByName(name).methods
    }

    assert described == {name for name in RIGHTS if "PlayService" not in name}


def test_health_is_told_to_anybody(arena: World) -> None:
    health = health_pb2_grpc.HealthStub(arena.channel)

    answer = health.Check(health_pb2.HealthCheckRequest())

    assert answer.status == health_pb2.HealthCheckResponse.SERVING
