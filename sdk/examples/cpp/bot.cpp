// A bot for SCOUT and Carrera: the part to rewrite. arena.cpp keeps it connected.
#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena.h"
#include "botarena/carrera/v1/observation.pb.h"
#include "botarena/scout/v1/observation.pb.h"

namespace {

using Actions = google::protobuf::RepeatedPtrField<std::string>;
using Words = std::vector<std::string>;

// Returns the action that is worth most, the first of several.
std::string Best(const Actions& actions, const std::function<int(const Words&)>& worth) {
  auto worth_of = [&](const std::string& action) {
    std::istringstream text(action);
    return worth(Words(std::istream_iterator<std::string>(text), {}));
  };
  return *std::max_element(actions.begin(), actions.end(), [&](const auto& a, const auto& b) {
    return worth_of(a) < worth_of(b);
  });
}

// Keeps the side that counts more, shows as many cards as it can, and scouts if it can show none.
std::string Choose(const botarena::scout::v1::Observation& seen, const Actions& actions) {
  if (seen.phase() == "flip") {
    int gain = 0;
    for (const auto& card : seen.hand()) gain += card.down() - card.up();
    return gain > 0 ? "flip" : "keep";
  }
  return Best(actions, [](const Words& words) {
    return words[0] == "show" ? std::stoi(words[2]) : 0;
  });
}

// Saves fuel for the sixth trick, the only one that wins a trophy, and refills when it can.
std::string Choose(const botarena::carrera::v1::Observation& seen, const Actions& actions) {
  const bool wants_fuel = seen.market() > 0 && seen.fuel(seen.seat()) < 5;
  return Best(actions, [&](const Words& words) {
    const int rank = words[1][0] - '0';
    const bool up = words[0] == "up";
    if (seen.trick() == 6) return up ? rank + std::stoi(words[2]) : -1;
    if (up) return rank - 10 * std::stoi(words[2]) + (words.size() == 4 ? 10 : 0);
    return (wants_fuel ? 9 : -1) - rank;
  });
}

template <typename Observation>
std::string ChooseBy(const botarena::v1::Prompt& prompt) {
  Observation seen;
  if (!prompt.observation().UnpackTo(&seen)) throw std::runtime_error("not an observation");
  return Choose(seen, prompt.legal_actions());
}

// Returns one of the prompt's legal actions. An exception is a fault. It is called by many threads
// at once, one for each match.
std::string ChooseByGame(const botarena::v1::Seated& seated, const botarena::v1::Prompt& prompt) {
  const std::string& game = seated.game().name();
  if (game == "scout") return ChooseBy<botarena::scout::v1::Observation>(prompt);
  if (game == "carrera") return ChooseBy<botarena::carrera::v1::Observation>(prompt);
  return prompt.legal_actions(0);
}

}  // namespace

int main() { return Play(ChooseByGame); }
