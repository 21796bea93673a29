package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
)

// BoxKeySize is the length of a Box's key in bytes: AES-256.
const BoxKeySize = 32

// ErrSealed is that what should be opened was sealed with another key, for another owner, or was changed since.
var ErrSealed = errors.New("secret: cannot be opened")

// Box seals secrets that must be kept: AES-256-GCM with a key from outside the database. What is sealed for one owner opens for
// no other, so a row that is copied to somebody else's gives nothing.
type Box struct{ seal cipher.AEAD }

// NewBox makes a box of a key of BoxKeySize bytes.
func NewBox(key []byte) (*Box, error) {
	if len(key) != BoxKeySize {
		return nil, errors.New("secret: a box needs a key of 32 bytes")
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	return &Box{seal}, err
}

// Seal encrypts a text for an owner; sealing it again gives other bytes.
func (b *Box) Seal(text Text, owner string) []byte {
	return b.seal.Seal(nil, nil, []byte(text.value), []byte(owner))
}

// Open gives a text that was sealed for the owner. Errors: ErrSealed.
func (b *Box) Open(sealed []byte, owner string) (Text, error) {
	plain, err := b.seal.Open(nil, nil, sealed, []byte(owner))
	if err != nil {
		return Text{}, ErrSealed
	}
	return NewText(string(plain)), nil
}
