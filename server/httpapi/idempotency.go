package httpapi

import (
	"context"
	"crypto/sha256"
	"net/http"
)

const idempotencyHeader = "Idempotency-Key"

// Idempotency is what a caller's Idempotency-Key stands for. The feature stores it in the effect's transaction under
// (member, Operation, Key): the same BodyHash gives the same answer again, another one IDEMPOTENCY_CONFLICT.
type Idempotency struct {
	// Operation is the operationId the key belongs to.
	Operation string
	// Key is the header, which the contract's schema has checked.
	Key string
	// BodyHash is the SHA-256 of method, path and raw body.
	BodyHash [sha256.Size]byte
}

type idempotencyKey struct{}

// IdempotencyFrom gives the caller's idempotency key; false when none was sent.
func IdempotencyFrom(ctx context.Context) (Idempotency, bool) {
	key, ok := ctx.Value(idempotencyKey{}).(Idempotency)
	return key, ok
}

// withIdempotency remembers the key of a request whose operation takes one.
func withIdempotency(r *http.Request, op *Operation, body []byte) *http.Request {
	key := r.Header.Get(idempotencyHeader)
	if key == "" || !op.takesKey {
		return r
	}
	hash := sha256.New()
	hash.Write([]byte(r.Method + " " + r.URL.EscapedPath() + "\n"))
	hash.Write(body)
	found := Idempotency{Operation: op.ID, Key: key}
	hash.Sum(found.BodyHash[:0])
	return r.WithContext(context.WithValue(r.Context(), idempotencyKey{}, found))
}
