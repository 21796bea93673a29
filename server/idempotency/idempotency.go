// Package idempotency is what an Idempotency-Key of a caller stands for: one effect of one operation of one
// member. The key is written in the effect's transaction together with the body's hash; the same body gives the same
// effect again, another body is a conflict. Storage is postgres.Idempotency.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"time"

	"krapao/server/id"
	"krapao/server/operation"
)

// Keep is how long a key is remembered; afterwards it is free again.
const Keep = 7 * 24 * time.Hour

// Key is the caller's key, with what it was sent for.
type Key struct {
	// Operation is the one it belongs to: another one may have the same key.
	Operation operation.Name
	// Key is the caller's text; empty when none was sent, and then nothing is remembered.
	Key string
	// BodyHash is the SHA-256 of method, path and the body's JSON value, however it is written.
	BodyHash [sha256.Size]byte
	// RawBodyHash is the same of the body as it was sent. Servers of an earlier version stored that one, and a key
	// outlives a change of versions.
	RawBodyHash [sha256.Size]byte
}

// IsZero tells that the caller sent no key.
func (k Key) IsZero() bool { return k.Key == "" }

// Fits tells whether a stored hash is that of this request.
func (k Key) Fits(stored []byte) bool {
	return bytes.Equal(stored, k.BodyHash[:]) || bytes.Equal(stored, k.RawBodyHash[:])
}

// Keys remembers keys. Both methods do nothing, and find nothing, for the zero Key.
type Keys interface {
	// Find gives the effect that the key had, the zero ID when it had none. Errors: IDEMPOTENCY_CONFLICT (another
	// body).
	Find(ctx context.Context, member id.MemberID, key Key) (effect id.ID, err error)
	// Claim gives the key to the effect that the surrounding transaction has. When the key had an effect before,
	// nothing is written and that effect is given: the caller must then have none of its own. A claim that is under way
	// is waited for. Errors: IDEMPOTENCY_CONFLICT (another body).
	Claim(ctx context.Context, member id.MemberID, key Key, effect id.ID) (earlier id.ID, err error)
}
