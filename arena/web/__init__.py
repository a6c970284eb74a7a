"""Pages for people: standings, charts, live matches and a replay viewer, in any browser."""
