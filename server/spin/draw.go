package spin

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"

	"krapao/server/secret"
)

// Seed is the secret of one spin: 32 random bytes. It is fixed before the spin and revealed by it.
type Seed [32]byte

// NewSeed makes a seed. crypto/rand does not fail on a working machine.
func NewSeed() (seed Seed) {
	_, _ = rand.Read(seed[:])
	return seed
}

// String gives the seed as lower-case hexadecimal.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// ParseSeed reads what String gives.
func ParseSeed(text string) (seed Seed, err error) {
	raw, err := hex.DecodeString(text)
	if err != nil {
		return seed, err
	}
	if len(raw) != len(seed) {
		return seed, hex.ErrLength
	}
	copy(seed[:], raw)
	return seed, nil
}

// Weight says how often a sector comes, relative to the others. 0 never comes.
type Weight struct {
	// Code is the sector's.
	Code string `json:"code"`
	// Weight is a whole number from 0 to MaxWeight.
	Weight int64 `json:"weight"`
}

// Commitment binds the house to a draw before it happens: SHA-256 over "seed|code:weight,code:weight,...", in
// hexadecimal. The contract (SpinProof) publishes this form, so that anybody can check it.
func Commitment(seed Seed, weights []Weight) string {
	parts := make([]string, len(weights))
	for i, weight := range weights {
		parts[i] = weight.Code + ":" + strconv.FormatInt(weight.Weight, 10)
	}
	sum := sha256.Sum256([]byte(seed.String() + "|" + strings.Join(parts, ",")))
	return hex.EncodeToString(sum[:])
}

// Draw gives the index of the winning sector. The random number is HMAC-SHA-256(seed, requestID), its first 8 bytes.
// Numbers of the last, incomplete run of the weights' sum are thrown away and drawn again, so that no sector is
// favoured. The weights must have a sum above 0 (Wheel.Validate sees to it).
func Draw(seed Seed, requestID string, weights []Weight) int {
	var sum uint64
	for _, weight := range weights {
		sum += uint64(weight.Weight) //nolint:gosec // weights are above 0
	}
	remaining := number(seed, requestID, sum) % sum
	for i, weight := range weights {
		if remaining < uint64(weight.Weight) { //nolint:gosec // weights are above 0
			return i
		}
		remaining -= uint64(weight.Weight) //nolint:gosec // weights are above 0
	}
	panic("spin: the weights changed while they were read") // unreachable: remaining is below their sum
}

// number gives the first number of the seed's sequence that is in a complete run of sum.
func number(seed Seed, requestID string, sum uint64) uint64 {
	excess := -sum % sum // 2^64 mod sum
	for try := 0; ; try++ {
		message := requestID
		if try > 0 {
			message += ":" + strconv.Itoa(try)
		}
		mac := hmac.New(sha256.New, seed[:])
		mac.Write([]byte(message))
		if drawn := binary.BigEndian.Uint64(mac.Sum(nil)); drawn < -excess || excess == 0 {
			return drawn
		}
	}
}

// Secret gives the seed as something that is never printed.
func (s Seed) Secret() secret.Text { return secret.NewText(s.String()) }
