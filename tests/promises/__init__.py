"""Measures what bot authors are promised, on real parts: gateways, Valkey, the relay, SDK bots."""
