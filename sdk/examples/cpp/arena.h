// Keeps a bot connected to the arena. Copy arena.h and arena.cpp as they are.
#pragma once

#include <functional>
#include <string>

#include "botarena/v1/play_service.pb.h"

// Returns one of the prompt's legal actions.
using Chooser =
    std::function<std::string(const botarena::v1::Seated&, const botarena::v1::Prompt&)>;

// Plays until SIGTERM and the end of the matches that go on then; returns the exit code.
int Play(Chooser choose);
