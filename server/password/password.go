// Package password hashes the passwords of members and operators: argon2id, a few at a time, and as slow for a name
// that nobody has.
package password

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"

	"krapao/server/fault"
)

// Cost is what a password's hash costs: argon2id's m, t and p.
type Cost struct {
	MemoryKiB, Iterations uint32
	Parallelism           uint8
}

// Production is OWASP's recommendation (Password Storage Cheat Sheet: m = 19 MiB, t = 2, p = 1).
var Production = Cost{MemoryKiB: 19 * 1024, Iterations: 2, Parallelism: 1}

// Shared is how many passwords of members are hashed at once: more would only make everybody wait and fill the memory.
// One leaves a processor of two to the others.
var Shared = max(1, min(2, runtime.GOMAXPROCS(0)/2))

// defaultWait is how long somebody waits for a turn where the configuration says nothing.
const defaultWait = 5 * time.Second

// Config is what a Hasher needs; zero values are Production, one at a time, and 5 s.
type Config struct {
	Cost Cost
	// AtOnce is how many passwords are hashed at once.
	AtOnce int
	// Wait is how long somebody waits for a turn.
	Wait time.Duration
}

// Hasher hashes and checks passwords, a few at a time.
type Hasher struct {
	params *argon2id.Params
	turns  chan struct{}
	wait   time.Duration
	// dummy is compared with where nobody has the name. It is the hash of no password.
	dummy string
}

// New makes a hasher.
func New(config Config) (*Hasher, error) {
	if config.Cost == (Cost{}) {
		config.Cost = Production
	}
	if config.Wait == 0 {
		config.Wait = defaultWait
	}
	cost := config.Cost
	h := &Hasher{
		params: &argon2id.Params{Memory: cost.MemoryKiB, Iterations: cost.Iterations, Parallelism: cost.Parallelism, SaltLength: 16, KeyLength: 32},
		turns:  make(chan struct{}, max(1, config.AtOnce)),
		wait:   config.Wait,
	}
	// Any key will do: what a comparison costs is in the parameters, and making a hash costs as much.
	random := make([]byte, h.params.SaltLength+h.params.KeyLength)
	if _, err := rand.Read(random); err != nil {
		return nil, fmt.Errorf("password: no randomness: %w", err)
	}
	coded := base64.RawStdEncoding
	h.dummy = fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", cost.MemoryKiB, cost.Iterations, cost.Parallelism,
		coded.EncodeToString(random[:h.params.SaltLength]), coded.EncodeToString(random[h.params.SaltLength:]))
	return h, nil
}

// turn waits for a place; done gives it back. Errors: busy, when none came free in time.
func (h *Hasher) turn(ctx context.Context, busy *fault.Fault) (done func(), err error) {
	done = func() { <-h.turns }
	// A free place is taken at once: on a busy machine the timer below may have fired before it is looked at.
	select {
	case h.turns <- struct{}{}:
		return done, nil
	default:
	}
	timer := time.NewTimer(h.wait)
	defer timer.Stop()
	select {
	case h.turns <- struct{}{}:
		return done, nil
	case <-timer.C:
		return nil, busy.Withf("password: no turn to hash a password in %v", h.wait)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Hash gives the hash of a password that was checked. Errors: busy.
func (h *Hasher) Hash(ctx context.Context, password string, busy *fault.Fault) (string, error) {
	done, err := h.turn(ctx, busy)
	if err != nil {
		return "", err
	}
	defer done()
	return argon2id.CreateHash(password, h.params)
}

// Matches tells whether a password belongs to a hash. An empty hash (nobody has the name) takes as long as any and
// matches nothing. Errors: busy.
func (h *Hasher) Matches(ctx context.Context, password, hash string, busy *fault.Fault) (bool, error) {
	done, err := h.turn(ctx, busy)
	if err != nil {
		return false, err
	}
	defer done()
	known := hash != ""
	if !known {
		hash = h.dummy
	}
	match, err := argon2id.ComparePasswordAndHash(password, hash)
	return match && known, err
}
