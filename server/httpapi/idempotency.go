package httpapi

import (
	"context"
	"crypto/sha256"
	"net/http"

	"krapao/server/idempotency"
)

const idempotencyHeader = "Idempotency-Key"

type idempotencyKey struct{}

// keyFrom gives the caller's idempotency key, the zero Key when none was sent.
func keyFrom(ctx context.Context) idempotency.Key {
	key, _ := ctx.Value(idempotencyKey{}).(idempotency.Key)
	return key
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
	found := idempotency.Key{Operation: op.ID, Key: key}
	hash.Sum(found.BodyHash[:0])
	return r.WithContext(context.WithValue(r.Context(), idempotencyKey{}, found))
}
