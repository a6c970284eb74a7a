// A bot for SCOUT and Carrera: the part to rewrite. arena.go keeps it connected.
package main

import (
	"cmp"
	"log"
	"slices"
	"strconv"
	"strings"

	carrera "example.com/bot/gen/botarena/carrera/v1"
	scout "example.com/bot/gen/botarena/scout/v1"
	pb "example.com/bot/gen/botarena/v1"
)

// choose returns one of the prompt's legal actions. An error or a panic is a fault. It is called by
// many goroutines at once, one for each match.
func choose(seated *pb.Seated, prompt *pb.Prompt) (string, error) {
	observation, err := prompt.GetObservation().UnmarshalNew()
	if err != nil {
		return "", err
	}
	switch seen := observation.(type) {
	case *scout.Observation:
		return chooseScout(seen, prompt.LegalActions), nil
	case *carrera.Observation:
		return chooseCarrera(seen, prompt.LegalActions), nil
	default:
		return prompt.LegalActions[0], nil
	}
}

// chooseScout keeps the side that counts more, shows as many cards as it can, and scouts if it can
// show none.
func chooseScout(seen *scout.Observation, actions []string) string {
	if seen.Phase == "flip" {
		gain := int32(0)
		for _, card := range seen.Hand {
			gain += card.Down - card.Up
		}
		if gain > 0 {
			return "flip"
		}
		return "keep"
	}
	return best(actions, func(words []string) int {
		if words[0] == "show" {
			return number(words[2])
		}
		return 0
	})
}

// chooseCarrera saves fuel for the sixth trick, the only one that wins a trophy, and refills when it
// can.
func chooseCarrera(seen *carrera.Observation, actions []string) string {
	reserve := seen.Fuel[seen.GetSeat()]
	return best(actions, func(words []string) int {
		rank, up := number(words[1][:1]), words[0] == "up"
		switch {
		case seen.Trick == 6 && up:
			return rank + number(words[2])
		case seen.Trick == 6:
			return -1
		case up && len(words) == 4: // takes fuel from the market
			return rank - 10*number(words[2]) + 10
		case up:
			return rank - 10*number(words[2])
		case seen.Market > 0 && reserve < 5:
			return 9 - rank
		default:
			return -1 - rank
		}
	})
}

// best returns the action that is worth most, the first of several.
func best(actions []string, worth func(words []string) int) string {
	return slices.MaxFunc(actions, func(a, b string) int {
		return cmp.Compare(worth(strings.Fields(a)), worth(strings.Fields(b)))
	})
}

func number(text string) int {
	value, _ := strconv.Atoi(text)
	return value
}

func main() {
	if err := play(choose); err != nil {
		log.Fatal(err)
	}
}
