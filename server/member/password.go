package member

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"

	"krapao/server/fault"
)

// HashParams is what a password's hash costs.
type HashParams struct {
	// MemoryKiB, Iterations and Parallelism are argon2id's m, t and p.
	MemoryKiB, Iterations uint32
	Parallelism           uint8
}

// ProductionHash is OWASP's recommendation (Password Storage Cheat Sheet: m = 19 MiB, t = 2, p = 1).
var ProductionHash = HashParams{MemoryKiB: 19 * 1024, Iterations: 2, Parallelism: 1}

// maxHashes is how many passwords are hashed at once: more would only make everybody wait and fill the memory. One leaves a processor of two
// to the others.
var maxHashes = max(1, min(2, runtime.GOMAXPROCS(0)/2))

// hashWait is how long somebody waits for a turn where the configuration says nothing.
const hashWait = 5 * time.Second

// hasher hashes and checks passwords, a few at a time.
type hasher struct {
	params *argon2id.Params
	turns  chan struct{}
	wait   time.Duration
	dummy  string
}

func newHasher(params HashParams, wait time.Duration) (*hasher, error) {
	h := &hasher{
		params: &argon2id.Params{Memory: params.MemoryKiB, Iterations: params.Iterations, Parallelism: params.Parallelism, SaltLength: 16, KeyLength: 32},
		turns:  make(chan struct{}, maxHashes),
		wait:   wait,
	}
	var err error
	if h.dummy, err = argon2id.CreateHash("no member has this password", h.params); err != nil {
		return nil, fmt.Errorf("member: hashing: %w", err)
	}
	return h, nil
}

// turn waits for a place; done gives it back. Errors: busy, when none came free in time.
func (h *hasher) turn(ctx context.Context, busy *fault.Fault) (done func(), err error) {
	timer := time.NewTimer(h.wait)
	defer timer.Stop()
	select {
	case h.turns <- struct{}{}:
		return func() { <-h.turns }, nil
	case <-timer.C:
		return nil, busy.Withf("member: no turn to hash a password in %v", h.wait)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// hash gives the hash of a password that was checked. Errors: busy.
func (h *hasher) hash(ctx context.Context, password string, busy *fault.Fault) (string, error) {
	done, err := h.turn(ctx, busy)
	if err != nil {
		return "", err
	}
	defer done()
	return argon2id.CreateHash(password, h.params)
}

// matches tells whether a password belongs to a hash. An empty hash (no such member) takes as long as any and matches nothing.
// Errors: busy.
func (h *hasher) matches(ctx context.Context, password, hash string, busy *fault.Fault) (bool, error) {
	done, err := h.turn(ctx, busy)
	if err != nil {
		return false, err
	}
	defer done()
	known := hash != ""
	if !known {
		hash = h.dummy
	}
	match, err := argon2id.ComparePasswordAndHash(normalPassword(password), hash)
	return match && known, err
}
