"""The arena's gRPC services."""
