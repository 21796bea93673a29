package operator

import (
	"context"
	"fmt"
	"time"

	"github.com/alexedwards/argon2id"

	"krapao/server/secret"
)

// cost is what a hash costs: 19 MiB and two passes (OWASP's recommendation).
var cost = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const hashWait = 5 * time.Second

// hasher hashes and checks passwords, one at a time: operators are few, and whoever floods the login must not fill the memory.
type hasher struct {
	params *argon2id.Params
	turn   chan struct{}
	wait   time.Duration
	dummy  string
}

func newHasher(params *argon2id.Params, wait time.Duration) (*hasher, error) {
	if params == nil {
		params = &cost
	}
	if wait == 0 {
		wait = hashWait
	}
	dummy, err := argon2id.CreateHash("no operator has this password", params)
	if err != nil {
		return nil, fmt.Errorf("operator: hashing: %w", err)
	}
	return &hasher{params: params, turn: make(chan struct{}, 1), wait: wait, dummy: dummy}, nil
}

// take waits for the turn; done gives it back. Errors: LOGIN_FAIL, when it did not come in time.
func (h *hasher) take(ctx context.Context) (done func(), err error) {
	timer := time.NewTimer(h.wait)
	defer timer.Stop()
	select {
	case h.turn <- struct{}{}:
		return func() { <-h.turn }, nil
	case <-timer.C:
		return nil, ErrLoginFail.Withf("operator: no turn to hash a password in %v", h.wait)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// hash gives the hash of a password that was checked. Errors: LOGIN_FAIL.
func (h *hasher) hash(ctx context.Context, password secret.Text) (string, error) {
	done, err := h.take(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return argon2id.CreateHash(password.Reveal(), h.params)
}

// matches tells whether a password belongs to a hash. An empty hash (no such operator) takes as long as any and matches nothing.
// Errors: LOGIN_FAIL.
func (h *hasher) matches(ctx context.Context, password secret.Text, hash string) (bool, error) {
	done, err := h.take(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	known := hash != ""
	if !known {
		hash = h.dummy
	}
	match, err := argon2id.ComparePasswordAndHash(password.Reveal(), hash)
	return match && known, err
}
