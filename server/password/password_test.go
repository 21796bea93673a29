package password

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"krapao/server/fault"
)

var errBusy = fault.New(fault.Unavailable, "LOGIN_FAIL")

func TestProductionHashesCostWhatOWASPAsksFor(t *testing.T) {
	t.Parallel()
	h, err := New(Config{Wait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	hash, err := h.Hash(context.Background(), "correct horse battery", errBusy)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s %v", hash, err)
	}
	if again, _ := h.Hash(context.Background(), "correct horse battery", errBusy); again == hash {
		t.Error("two hashes of one password are the same")
	}
	for password, want := range map[string]bool{"correct horse battery": true, "Correct horse battery": false} {
		if got, err := h.Matches(context.Background(), password, hash, errBusy); got != want || err != nil {
			t.Errorf("%s: %v %v", password, got, err)
		}
	}
	if got, err := h.Matches(context.Background(), "nobody has this password", "", errBusy); got || err != nil {
		t.Errorf("the dummy's own password opens something: %v %v", got, err)
	}
}

func TestNoMoreThanTwoPasswordsAreHashedAtOnce(t *testing.T) {
	t.Parallel()
	h, err := New(Config{Cost: Cost{MemoryKiB: 64, Iterations: 1, Parallelism: 1}, AtOnce: 2, Wait: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var held []func()
	for range 2 {
		done, err := h.turn(context.Background(), errBusy)
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, done)
	}
	if _, err := h.Hash(context.Background(), "correct horse battery", errBusy); !errors.Is(err, errBusy) {
		t.Errorf("a third at once: %v", err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	h.wait = time.Hour
	if _, err := h.Hash(gone, "correct horse battery", errBusy); !errors.Is(err, context.Canceled) {
		t.Errorf("somebody who left still waits: %v", err)
	}
	waited := make(chan error)
	go func() {
		_, err := h.Hash(context.Background(), "correct horse battery", errBusy)
		waited <- err
	}()
	for _, done := range held {
		done()
	}
	if err := <-waited; err != nil {
		t.Errorf("one who waits for them: %v", err)
	}
}

func TestAFreeTurnIsTakenHoweverShortTheWait(t *testing.T) {
	t.Parallel()
	h, err := New(Config{Cost: Cost{MemoryKiB: 8, Iterations: 1, Parallelism: 1}, Wait: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if _, err := h.Hash(t.Context(), "correct horse battery", errBusy); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheHashOfANameThatNobodyHasCostsAsMuch(t *testing.T) {
	t.Parallel()
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	known, err := h.Hash(t.Context(), "correct horse battery", errBusy)
	if err != nil {
		t.Fatal(err)
	}
	cost := func(hash string) argon2id.Params {
		params, _, _, err := argon2id.DecodeHash(hash)
		if err != nil {
			t.Fatal(err)
		}
		return *params
	}
	if cost(known) != cost(h.dummy) {
		t.Errorf("somebody's %+v, nobody's %+v", cost(known), cost(h.dummy))
	}
}
