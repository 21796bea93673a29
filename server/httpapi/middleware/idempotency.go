package middleware

import (
	"bytes"
	"context"
	"crypto/sha256"
	"net/http"

	"krapao/server/idempotency"
)

const idempotencyHeader = "Idempotency-Key"

type idempotencyKey struct{}

// KeyFrom gives the caller's idempotency key, the zero Key when none was sent.
func KeyFrom(ctx context.Context) idempotency.Key {
	key, _ := ctx.Value(idempotencyKey{}).(idempotency.Key)
	return key
}

// withIdempotency remembers the key of a request whose operation takes one.
func withIdempotency(r *http.Request, op *Operation, body []byte) *http.Request {
	key := r.Header.Get(idempotencyHeader)
	if key == "" || !op.takesKey {
		return r
	}
	call := []byte(r.Method + " " + r.URL.EscapedPath() + "\n")
	found := idempotency.Key{
		Operation: op.ID, Key: key,
		BodyHash:    sha256.Sum256(append(bytes.Clone(call), canonicalJSON(body)...)),
		RawBodyHash: sha256.Sum256(append(call, body...)),
	}
	return r.WithContext(context.WithValue(r.Context(), idempotencyKey{}, found))
}
