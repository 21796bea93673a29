package deposit_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

func TestOldReportsAreDroppedInBatchesAndWhatTheyDidStays(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	event := s.event(s.made(somchai, gateway, "100"))
	s.taken(event, paymenttest.Signed{})
	young := s.event(s.made(somchai, gateway, "70"))
	s.taken(young, paymenttest.Signed{})
	owner, err := pgx.Connect(t.Context(), s.Database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(context.WithoutCancel(t.Context())) }()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("update payment_event set received_at = now() - interval '401 days' where event_id = $1", event.EventID)
	exec("update payment_event set received_at = now() - interval '399 days' where event_id = $1", young.EventID)
	exec(`insert into payment_event select gateway_code, 'old-' || n, 'EXPIRED', '', '', 1, 'BAHT', now() - interval '500 days' from payment_event, generate_series(1, 1100) n where event_id = $1`, event.EventID)
	exec(`insert into payout_event values ($1, 'old', 'PAID', '', '', 1, 'BAHT', 'UNKNOWN', now() - interval '500 days'), ($1, 'young', 'PAID', '', '', 1, 'BAHT', 'UNKNOWN', now())`, gateway)
	if before := s.count("payment_event"); before != 1102 {
		t.Fatalf("%d reports", before)
	}
	s.Clock.Advance(2 * 400 * 24 * time.Hour) // a server's clock that is wrong drops no younger one
	if err := s.App.Deposits.ForgetEvents(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left, payouts := s.count("payment_event"), s.count("payout_event"); left != 1 || payouts != 1 {
		t.Errorf("I16: %d reports of payments and %d of payouts are left, not the one young one of each", left, payouts)
	}
	s.Clock.Advance(-2 * 400 * 24 * time.Hour)
	s.taken(event, paymenttest.Signed{}) // it comes again, and credits nothing
	if got := s.balance(somchai); got != money.Units(170) {
		t.Errorf("I7: %v in the wallet, not 170", got)
	}
	s.sound()
}
