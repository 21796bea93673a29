package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// Session is who asks, as the token proved it.
type Session struct {
	// ID names the session, for revoking it and for the log. It is not the token.
	ID id.ID
	// Member is the member's number.
	Member id.MemberID
	// Currency is the member's currency, fixed at registration.
	Currency money.Currency
}

// SessionReader knows the sessions.
type SessionReader interface {
	// ReadSession gives the session of a bearer token. Errors: invalid-token (it never was one), EXPIRED_AUTH_TOKEN,
	// INVALID_USER_1..4, INVALID_IP, INACTIVE_USER.
	ReadSession(ctx context.Context, token string, client netip.Addr) (Session, error)
}

// SessionFrom gives who asks. In operations that need a session it is always there; in public ones the zero Session means a visitor.
func SessionFrom(ctx context.Context) Session {
	if session := exchangeFrom(ctx).session; session != nil {
		return *session
	}
	return Session{}
}

// MemberFrom gives the member who asks, 0 for a visitor.
func MemberFrom(ctx context.Context) id.MemberID { return SessionFrom(ctx).Member }

// bearer gives the token of the Authorization header, "" when there is none of the right form.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// authenticate reads the session that the operation asks for into the request's record. Errors: UNAUTHORIZED and those of SessionReader.
func authenticate(r *http.Request, op *Operation, sessions SessionReader) error {
	token := bearer(r)
	switch {
	case op.access == accessPublic, op.access == accessOptional && r.Header.Get("Authorization") == "":
		return nil
	case token == "":
		return fault.Unauthorized
	}
	x := exchangeFrom(r.Context())
	session, err := sessions.ReadSession(r.Context(), token, x.client)
	if err != nil {
		return err
	}
	x.session = &session
	return nil
}
