package main

import (
	"context"
	"errors"
	"net/netip"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/server/app"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// anybody is logged in, whatever the token.
type anybody struct{}

func (anybody) ReadSession(context.Context, string, netip.Addr) (middleware.Session, error) {
	return middleware.Session{ID: id.NewID(), Member: somchai, Currency: money.Baht}, nil
}

func TestCheckFailsWhenWhatAKeyedRequestWasAnsweredIsGone(t *testing.T) {
	server := newEnv(t, portaltest.WithApp(app.WithSessions(anybody{})))
	check := &checkCommand{database: database{DatabaseURL: secret.NewText(server.Database.URL)}}
	answer := server.Client(t).As("t").Do("POST", "/api/wallet/add", `{"amount":100}`, portaltest.Header{Name: "Idempotency-Key", Value: "a-key-of-16-chars"})
	if answer.Code() != "" {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if err := check.Run(t.Context()); err != nil {
		t.Fatalf("with the claim: %v", err)
	}
	owner, err := pgx.Connect(t.Context(), server.Database.SuperURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(context.Background()) }()
	if _, err := owner.Exec(t.Context(), "delete from deposit_claim"); err != nil {
		t.Fatal(err)
	}
	if err := check.Run(t.Context()); !errors.Is(err, errBroken) {
		t.Errorf("without the claim: %v", err)
	}
}
