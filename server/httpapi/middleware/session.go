package middleware

import (
	"context"
	"net/http"
	"strings"
	"time"

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
	// OpenedAt is when the member logged in for it.
	OpenedAt time.Time
}

// LastLogin gives when the member last logged in but for this session: a login that is not theirs stands out. latest is
// their last login, before the one before it.
func (s Session) LastLogin(latest, before time.Time) time.Time {
	if s.OpenedAt.Equal(latest) {
		return before
	}
	return latest
}

// SessionFrom gives who asks. In operations that need a session it is always there; in public ones the zero Session
// means a visitor.
func SessionFrom(ctx context.Context) Session {
	if session := RequestInfoFrom(ctx).Session; session != nil {
		return *session
	}
	return Session{}
}

// MemberFrom gives the member who asks, 0 for a visitor.
func MemberFrom(ctx context.Context) id.MemberID { return SessionFrom(ctx).Member }

// Bearer gives the token of the Authorization header, "" when there is none of the right form.
func Bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
