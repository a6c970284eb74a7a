"""Use cases, a function each: ids and values in, ports after `*`, safe to run twice."""
