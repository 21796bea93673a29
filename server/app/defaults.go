package app

import (
	"context"
	"io"
	"log/slog"
	"net/netip"

	"krapao/server/fault"
	"krapao/server/httpapi"
	"krapao/server/operation"
	"krapao/server/secret"
)

// errInvalidToken: the token never was one.
var errInvalidToken = fault.New(fault.Unauthenticated, "invalid-token")

// noSessions knows no session: what stands in until the domain of the members is wired.
type noSessions struct{}

func (noSessions) ReadSession(context.Context, string, netip.Addr) (httpapi.Session, error) {
	return httpapi.Session{}, errInvalidToken
}

func (noSessions) ReadOperatorSession(context.Context, string, netip.Addr) (httpapi.OperatorSession, error) {
	return httpapi.OperatorSession{}, errInvalidToken
}

// noParties shares a secret with nobody: what stands in until the cashier is wired.
type noParties struct{}

func (noParties) WebhookSecrets(context.Context, operation.Name, string) ([]secret.Text, error) {
	return nil, nil
}

// openSite is never shut: what stands in until the domain of the site is wired.
type openSite struct{}

func (openSite) Terminated(context.Context) bool { return false }

// editionPage says no more of the page than its edition: what stands in until the domain of the site is wired.
type editionPage struct{ edition Edition }

func (p editionPage) PageText(_ context.Context, locale string) (httpapi.PageText, error) {
	if locale == "" {
		locale = p.edition.Locale()
	}
	return httpapi.PageText{Title: "Krapao", Edition: string(p.edition), Locale: locale}, nil
}

// NewLog writes JSON lines of the level and above.
func NewLog(out io.Writer, level string) *slog.Logger {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(level)); err != nil {
		threshold = slog.LevelInfo
	}
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: threshold}))
}
