package secret_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"krapao/server/secret"
)

func key(fill byte) secret.Text {
	return secret.NewText(hex.EncodeToString(bytes.Repeat([]byte{fill}, secret.KeySize)))
}

func box(t *testing.T, sealing byte, others ...byte) *secret.Box {
	t.Helper()
	var old []secret.Text
	for _, fill := range others {
		old = append(old, key(fill))
	}
	ring, err := secret.NewKeyring(key(sealing), old...)
	if err != nil {
		t.Fatal(err)
	}
	return ring.Box("tests")
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
	for name, ring := range map[string][]secret.Text{"short": {secret.NewText("5a5a")}, "no hexadecimal": {key(1), secret.NewText("zz")}, "none": {{}}} {
		if _, err := secret.NewKeyring(ring[0], ring[1:]...); err == nil {
			t.Errorf("a key was taken that is %s", name)
		}
	}
}

func TestASealedValueNamesItsKeyAndOpensWithAnyKeyOfTheRing(t *testing.T) {
	const owner = "10000001/PGS"
	before := box(t, 1)
	sealed := before.Seal(secret.NewText("a password"), owner)
	changing, after := box(t, 2, 1), box(t, 2)
	if opened, err := changing.Open(sealed, owner); err != nil || opened.Reveal() != "a password" {
		t.Errorf("with the old key in the ring: %v", err)
	}
	if _, err := after.Open(sealed, owner); !errors.Is(err, secret.ErrSealed) {
		t.Errorf("without it: %v", err)
	}
	anew := changing.Seal(secret.NewText("a password"), owner)
	if opened, err := after.Open(anew, owner); err != nil || opened.Reveal() != "a password" {
		t.Errorf("what is sealed during the change: %v", err)
	}
	ring, err := secret.NewKeyring(key(2), key(1), key(2))
	if err != nil || len(ring.IDs()) != 2 || secret.SealedWith(anew) != ring.IDs()[0] || secret.SealedWith(sealed) != ring.IDs()[1] || ring.IDs()[0] == ring.IDs()[1] {
		t.Errorf("the values name %v and %v, the ring has %v, %v", secret.SealedWith(anew), secret.SealedWith(sealed), ring.IDs(), err)
	}
	if id := secret.SealedWith([]byte("no mark")); !id.Empty() {
		t.Errorf("a value without a mark names %v", id)
	}
	if id := ring.IDs()[0].String(); len(id) != 8 || strings.Contains(key(2).Reveal(), id) {
		t.Errorf("the id %s tells of the key", id)
	}
}
