package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// KeySize is the length of a server's key in bytes: AES-256.
const KeySize = 32

// KeyID names a key without telling anything of it.
type KeyID [4]byte

// Empty tells whether it names no key.
func (k KeyID) Empty() bool { return k == KeyID{} }

// String gives the id in hexadecimal.
func (k KeyID) String() string { return hex.EncodeToString(k[:]) }

// Keyring is the server's keys: the one that seals and signs, and others that only open what was sealed with them,
// during a change of keys.
type Keyring struct {
	keys [][]byte // the first seals
}

// NewKeyring reads keys of KeySize bytes in hexadecimal. An error names no value.
func NewKeyring(sealing Text, others ...Text) (Keyring, error) {
	var ring Keyring
	for _, text := range append([]Text{sealing}, others...) {
		key, err := text.Key(KeySize)
		if err != nil {
			return Keyring{}, err
		}
		if slices.ContainsFunc(ring.keys, func(known []byte) bool { return hmac.Equal(known, key) }) {
			continue
		}
		if id := keyID(key); slices.Contains(ring.IDs(), id) {
			return Keyring{}, fmt.Errorf("two different keys have the id %v: take another random one", id)
		}
		ring.keys = append(ring.keys, key)
	}
	return ring, nil
}

// Empty tells whether there is no key.
func (r Keyring) Empty() bool { return len(r.keys) == 0 }

// IDs gives the ids of the keys, the sealing key's first.
func (r Keyring) IDs() []KeyID {
	ids := make([]KeyID, 0, len(r.keys))
	for _, key := range r.keys {
		ids = append(ids, keyID(key))
	}
	return ids
}

// Derive makes the keys of one purpose: the first signs, what any of them signed is accepted.
func (r Keyring) Derive(purpose string) [][]byte {
	keys := make([][]byte, 0, len(r.keys))
	for _, key := range r.keys {
		keys = append(keys, derive(key, purpose))
	}
	return keys
}

// Box makes the box of one purpose.
func (r Keyring) Box(purpose string) *Box {
	box := &Box{}
	for _, key := range r.keys {
		box.keys = append(box.keys, newBoxKey(keyID(key), derive(key, purpose)))
	}
	return box
}

func keyID(key []byte) KeyID { return KeyID(derive(key, "key id")[:len(KeyID{})]) }

func derive(key []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	return mac.Sum(nil)
}
