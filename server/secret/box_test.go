package secret_test

import (
	"bytes"
	"errors"
	"testing"

	"krapao/server/secret"
)

func box(t *testing.T, fill byte) *secret.Box {
	t.Helper()
	made, err := secret.NewBox(bytes.Repeat([]byte{fill}, secret.BoxKeySize))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestASealedSecretOpensForItsOwnerAndKeyOnly(t *testing.T) {
	const canary = "canary-91cc"
	mine := box(t, 1)
	sealed, again := mine.Seal(secret.NewText(canary), "10000001/PGS"), mine.Seal(secret.NewText(canary), "10000001/PGS")
	if bytes.Contains(sealed, []byte(canary)) || bytes.Equal(sealed, again) {
		t.Fatalf("sealed: %x %x", sealed, again)
	}
	opened, err := mine.Open(sealed, "10000001/PGS")
	if err != nil || opened.Reveal() != canary {
		t.Fatalf("%v %q", err, opened.Reveal())
	}
	spoiled := bytes.Clone(sealed)
	spoiled[len(spoiled)-1] ^= 1
	for name, open := range map[string]func() (secret.Text, error){
		"another member":   func() (secret.Text, error) { return mine.Open(sealed, "10000002/PGS") },
		"another provider": func() (secret.Text, error) { return mine.Open(sealed, "10000001/JOK") },
		"another key":      func() (secret.Text, error) { return box(t, 2).Open(sealed, "10000001/PGS") },
		"a changed byte":   func() (secret.Text, error) { return mine.Open(spoiled, "10000001/PGS") },
		"nothing":          func() (secret.Text, error) { return mine.Open(nil, "10000001/PGS") },
	} {
		if got, err := open(); !errors.Is(err, secret.ErrSealed) || !got.Empty() {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := secret.NewBox([]byte("short")); err == nil {
		t.Error("a short key was taken")
	}
}
