"""Our games as PettingZoo environments; authors import them from `botarena.pettingzoo`."""
