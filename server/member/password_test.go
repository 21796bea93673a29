package member

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestProductionHashesCostWhatOWASPAsksFor(t *testing.T) {
	t.Parallel()
	h, err := newHasher(ProductionHash, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := h.hash(context.Background(), "correct horse battery", ErrLoginFail)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s %v", hash, err)
	}
	if again, _ := h.hash(context.Background(), "correct horse battery", ErrLoginFail); again == hash {
		t.Error("two hashes of one password are the same")
	}
	for password, want := range map[string]bool{"correct horse battery": true, "Correct horse battery": false} {
		if got, err := h.matches(context.Background(), password, hash, ErrLoginFail); got != want || err != nil {
			t.Errorf("%s: %v %v", password, got, err)
		}
	}
	if got, err := h.matches(context.Background(), "no member has this password", "", ErrLoginFail); got || err != nil {
		t.Errorf("the dummy's own password opens something: %v %v", got, err)
	}
}

func TestNoMoreThanTwoPasswordsAreHashedAtOnce(t *testing.T) {
	t.Parallel()
	h, err := newHasher(HashParams{MemoryKiB: 64, Iterations: 1, Parallelism: 1}, 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range maxHashes {
		done, err := h.turn(context.Background(), ErrLoginFail)
		if err != nil {
			t.Fatal(err)
		}
		group.Add(1)
		time.AfterFunc(200*time.Millisecond, func() { done(); group.Done() })
	}
	if _, err := h.hash(context.Background(), "correct horse battery", ErrRegisterFail); !errors.Is(err, ErrRegisterFail) {
		t.Errorf("a third at once: %v", err)
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	h.wait = time.Hour
	if _, err := h.hash(gone, "correct horse battery", ErrRegisterFail); !errors.Is(err, context.Canceled) {
		t.Errorf("somebody who left still waits: %v", err)
	}
	group.Wait()
	if _, err := h.hash(context.Background(), "correct horse battery", ErrRegisterFail); err != nil {
		t.Errorf("after they are done: %v", err)
	}
}
