// A bot for SCOUT and Carrera: the part to rewrite. arena.go keeps it connected.
package main

import (
	"fmt"
	"log"
	"slices"

	carrera "example.com/bot/gen/botarena/carrera/v1"
	scout "example.com/bot/gen/botarena/scout/v1"
	pb "example.com/bot/gen/botarena/v1"
)

// choose returns a legal action, in a goroutine of its own for each prompt. An error is a fault.
func choose(seated *pb.Seated, prompt *pb.Prompt) (string, error) {
	actions := prompt.LegalActions
	observation, err := prompt.GetObservation().UnmarshalNew()
	switch seen := observation.(type) {
	case *scout.Observation:
		return chooseScout(seen, actions), nil
	case *carrera.Observation: // saves its strength for the trick that wins a trophy
		if seen.Trick == 6 {
			return actions[len(actions)-1], nil // they are sorted by strength
		}
	}
	return actions[0], err
}

// chooseScout keeps the side that counts more, and shows as many cards as it can.
func chooseScout(seen *scout.Observation, actions []string) string {
	gain := int32(0)
	for _, card := range seen.Hand {
		gain += card.Down - card.Up
	}
	if seen.Phase == "flip" && gain > 0 {
		return "flip"
	}
	return slices.MaxFunc(actions, func(a, b string) int { return shown(a) - shown(b) })
}

// shown returns how many cards an action such as "show 2 3" shows.
func shown(action string) (count int) {
	var first int
	_, _ = fmt.Sscanf(action, "show %d %d", &first, &count) // leaves 0 where nothing is shown
	return count
}

func main() { log.Fatal(play()) }
