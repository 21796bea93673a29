package portal

import (
	"context"
	"net/http"
	"net/netip"

	"krapao/server/fault"
	"krapao/server/httpapi/middleware"
)

// SessionReader knows the sessions.
type SessionReader interface {
	// ReadSession gives the session of a bearer token. Errors: invalid-token (it never was one), EXPIRED_AUTH_TOKEN,
	// INVALID_USER_1..4, INVALID_IP, INACTIVE_USER.
	ReadSession(ctx context.Context, token string, client netip.Addr) (middleware.Session, error)
}

// authenticate reads the session that the operation asks for into the request's record. Errors: UNAUTHORIZED and those
// of SessionReader.
func authenticate(r *http.Request, op *middleware.Operation, sessions SessionReader) error {
	token := middleware.Bearer(r)
	switch {
	case op.Access == middleware.AccessPublic, op.Access == middleware.AccessOptional && r.Header.Get("Authorization") == "":
		return nil
	case token == "":
		return fault.Unauthorized
	}
	x := middleware.RequestInfoFrom(r.Context())
	session, err := sessions.ReadSession(r.Context(), token, x.Client)
	if err != nil {
		return err
	}
	x.Session = &session
	return nil
}
