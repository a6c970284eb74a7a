"""Our games in the tools of researchers, and theirs in ours."""
