// A bot for SCOUT and Carrera: the part to rewrite. arena.h keeps it connected.
#include <algorithm>
#include <cstdio>

#include "arena.h"
#include "botarena/carrera/v1/observation.pb.h"
#include "botarena/scout/v1/observation.pb.h"

using Actions = google::protobuf::RepeatedPtrField<std::string>;

// Returns how many cards an action such as "show 2 3" shows.
int Shown(const std::string& action) {
  int count = 0;
  std::sscanf(action.c_str(), "show %*d %d", &count);  // leaves 0 where nothing is shown
  return count;
}

// Keeps the side that counts more, shows as many cards as it can, and scouts if it can show none.
std::string ChooseScout(const botarena::scout::v1::Observation& seen, const Actions& actions) {
  int gain = 0;
  for (const auto& card : seen.hand()) gain += card.down() - card.up();
  if (seen.phase() == "flip" && gain > 0) return "flip";
  return *std::ranges::max_element(actions, {}, Shown);
}

// Saves its strength, by which actions are sorted, for the trick that wins a trophy.
std::string ChooseCarrera(const botarena::carrera::v1::Observation& seen, const Actions& actions) {
  return seen.trick() == 6 ? *actions.rbegin() : *actions.begin();
}

std::string Choose(const pb::Seated& seated, const pb::Prompt& prompt) {
  botarena::scout::v1::Observation scout;
  botarena::carrera::v1::Observation carrera;
  if (prompt.observation().UnpackTo(&scout)) return ChooseScout(scout, prompt.legal_actions());
  if (prompt.observation().UnpackTo(&carrera))
    return ChooseCarrera(carrera, prompt.legal_actions());
  throw std::runtime_error("cannot read what is seen of " + seated.game().name());
}

int main() { Arena().Play(); }
