package secret

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"errors"
)

// ErrSealed is that what should be opened was sealed with another key, for another owner, or was changed since.
var ErrSealed = errors.New("secret: cannot be opened")

// sealedMark begins a sealed value that names its key: the mark, the key's id, then nonce, ciphertext and tag. Values
// from before keys had ids begin with their nonce, which is random.
var sealedMark = []byte{'k', 'e', 'y', 1}

// Box seals secrets that must be kept: AES-256-GCM with a key from outside the database. What is sealed for one owner
// opens for no other, so a row that is copied to somebody else's gives nothing. Keyring makes one for each purpose.
type Box struct {
	keys []boxKey // the first seals
}

type boxKey struct {
	id   KeyID
	seal cipher.AEAD
}

func newBoxKey(id KeyID, key []byte) boxKey {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // derived keys have the right size
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // AES has GCM's block size
	}
	return boxKey{id, seal}
}

// Seal encrypts a text for an owner with the sealing key, whose id the value then names; sealing it again gives other
// bytes.
func (b *Box) Seal(text Text, owner string) []byte {
	key := b.keys[0]
	return key.seal.Seal(append(bytes.Clone(sealedMark), key.id[:]...), nil, []byte(text.value), []byte(owner)) //nolint:gosec // the seal makes a nonce of its own
}

// Open gives a text that was sealed for the owner with any key of the ring. Errors: ErrSealed.
func (b *Box) Open(sealed []byte, owner string) (Text, error) {
	if id := SealedWith(sealed); !id.Empty() {
		for _, key := range b.keys {
			if key.id != id {
				continue
			}
			if plain, err := key.seal.Open(nil, nil, sealed[len(sealedMark)+len(id):], []byte(owner)); err == nil {
				return NewText(string(plain)), nil
			}
		}
	}
	for _, key := range b.keys {
		if plain, err := key.seal.Open(nil, nil, sealed, []byte(owner)); err == nil {
			return NewText(string(plain)), nil
		}
	}
	return Text{}, ErrSealed
}

// SealedWith gives the id of the key that a value was sealed with, the empty one for values from before keys had ids.
func SealedWith(sealed []byte) (id KeyID) {
	if rest, marked := bytes.CutPrefix(sealed, sealedMark); marked && len(rest) > len(id) {
		copy(id[:], rest)
	}
	return id
}
