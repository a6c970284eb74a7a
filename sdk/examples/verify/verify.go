// Command verify computes all chance of a match from its seed, as docs/fairness.md defines it.
//
//	go run verify.go ../../../docs/fairness_vectors.json   checks the vectors
//	go run verify.go                                       answers each line `SEED PLY N LABEL` of
//	                                                       its input with the permutation, as JSON
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
)

// Hash returns the hash of one index.
func Hash(seed []byte, draw int, label string, index int) [32]byte {
	return sha256.Sum256(fmt.Appendf(bytes.Clone(seed), "/%d/%s/%d", draw, label, index))
}

// Permutation returns the indices 0 to n-1 in the order of their hashes.
func Permutation(seed []byte, draw int, label string, n int) []int {
	indices := make([]int, n)
	for i := range indices {
		indices[i] = i
	}
	slices.SortFunc(indices, func(a, b int) int {
		left, right := Hash(seed, draw, label, a), Hash(seed, draw, label, b)
		return bytes.Compare(left[:], right[:])
	})
	return indices
}

// Integer returns a number from 0 to bound-1: the index with the smallest hash.
func Integer(seed []byte, draw int, label string, bound int) int {
	return Permutation(seed, draw, label, bound)[0]
}

// Bits returns n coin flips: bit i is the lowest bit of the last byte of the hash of i.
func Bits(seed []byte, draw int, label string, n int) []bool {
	flips := make([]bool, n)
	for i := range flips {
		flips[i] = Hash(seed, draw, label, i)[31]&1 == 1
	}
	return flips
}

// Commitment returns the SHA-256 of a seed, which is published before the first ply.
func Commitment(seed []byte) [32]byte { return sha256.Sum256(seed) }

type vector struct {
	Seed, Label, SHA256  string
	Draw, Index, N, Bound int
	Value                json.RawMessage
}

// holds computes a vector of the given kind and compares.
func holds(kind string, v vector) bool {
	seed, _ := hex.DecodeString(v.Seed)
	switch kind {
	case "hashes":
		return fmt.Sprintf("%x", Hash(seed, v.Draw, v.Label, v.Index)) == v.SHA256
	case "permutations":
		return same(Permutation(seed, v.Draw, v.Label, v.N), v.Value)
	case "integers":
		return same(Integer(seed, v.Draw, v.Label, v.Bound), v.Value)
	case "bits":
		return same(Bits(seed, v.Draw, v.Label, v.N), v.Value)
	case "commitments":
		return fmt.Sprintf("%x", Commitment(seed)) == v.SHA256
	}
	return false
}

func same(value any, expected json.RawMessage) bool {
	var compact bytes.Buffer
	found, _ := json.Marshal(value)
	return json.Compact(&compact, expected) == nil && bytes.Equal(found, compact.Bytes())
}

func check(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	var vectors map[string][]vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		log.Fatal(err)
	}
	for kind, list := range vectors {
		for _, v := range list {
			if !holds(kind, v) {
				log.Fatalf("wrong: %s %+v", kind, v)
			}
		}
	}
	fmt.Println("every vector holds")
}

func main() {
	if len(os.Args) > 1 {
		check(os.Args[1])
		return
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var seed []byte
		var draw, n int
		var label string
		if _, err := fmt.Sscanf(lines.Text(), "%x %d %d %s", &seed, &draw, &n, &label); err != nil {
			log.Fatal(err)
		}
		found, _ := json.Marshal(Permutation(seed, draw, label, n))
		fmt.Println(string(found))
	}
}
