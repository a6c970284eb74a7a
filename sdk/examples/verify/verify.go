// Command verify computes all chance of a match from its seed, as docs/fairness.md defines it. For
// each line of its input, `SEED DRAW N LABEL`, it prints what chance makes of the indices 0 to N-1, as
// JSON:
//
//	echo 5a2b... 0 44 deal | go run verify.go
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Hash returns the SHA-256 of a seed and of what follows it, in hexadecimal.
func Hash(seed []byte, more string) string {
	return fmt.Sprintf("%x", sha256.Sum256(append(slices.Clone(seed), more...)))
}

// Chance is what follows from a seed.
type Chance struct {
	Commitment  string   `json:"commitment"`  // published before the first ply
	Hashes      []string `json:"hashes"`      // of each index
	Permutation []int    `json:"permutation"` // the indices by hash; the first is a random number below n
	Bits        []bool   `json:"bits"`        // coin flips: the lowest bit of each hash
}

// NewChance computes the chance of one label in one draw.
func NewChance(seed []byte, draw int, label string, n int) Chance {
	c := Chance{Hash(seed, ""), make([]string, n), make([]int, n), make([]bool, n)}
	for i := range n {
		c.Hashes[i] = Hash(seed, fmt.Sprintf("/%d/%s/%d", draw, label, i))
		c.Permutation[i] = i
		c.Bits[i] = strings.Contains("13579bdf", c.Hashes[i][63:])
	}
	slices.SortFunc(c.Permutation, func(a, b int) int { return strings.Compare(c.Hashes[a], c.Hashes[b]) })
	return c
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := strings.SplitN(lines.Text(), " ", 4)
		seed, _ := hex.DecodeString(words[0])
		draw, _ := strconv.Atoi(words[1])
		n, _ := strconv.Atoi(words[2])
		_ = json.NewEncoder(os.Stdout).Encode(NewChance(seed, draw, words[3], n))
	}
}
