package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"krapao/server/bonus"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/rebate"
	"krapao/server/referral"
)

// refunded makes a member who has a refund to receive, or one that is reserved. The day's work is over before: the
// queue comes to it seconds after the start, and would make a refund again that a test took away.
func (f *fair) refunded(t testing.TB, reserved bool) *fairgoer {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = f.App.Rebates.Accrue(t.Context(), daily.Before(f.Clock.Now())); err != nil {
			t.Fatal(err)
		}
	}
	store, now := postgres.Rebate{DB: f.App.DB}, f.Clock.Now()
	rule := rebate.Rule{
		Currency: money.Baht, Open: true, Percent: 5, Cap: 1_000, Terms: rebate.Terms{SuccessPercent: 200, FailPercent: 10}, Info: content.Text{"en": "Back"},
	}
	if err := f.App.Rebates.PutRule(t.Context(), rule); err != nil {
		t.Fatal(err)
	}
	m := f.member(t, 0)
	owner, err := id.ParseMember(m.number)
	if err != nil {
		t.Fatal(err)
	}
	f.lost(t, owner, 10_000)
	refund := rebate.Refund{Member: owner, Day: daily.Before(now), Currency: money.Baht, Loss: 10_000, Percent: 5, Cap: 1_000, Amount: 500, Status: rebate.Open}
	if err := store.AddRefunds(t.Context(), []rebate.Refund{refund}, now); err != nil {
		t.Fatal(err)
	}
	if refund.Status, refund.ID, refund.Terms = rebate.Reserved, id.NewID(), rule.Terms; reserved {
		if err := store.PutRefund(t.Context(), refund); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// lost has a member lose an amount on the day before, which somebody put into their game.
func (f *fair) lost(t testing.TB, member id.MemberID, amount money.Amount) {
	t.Helper()
	book, games, at := postgres.Ledger{DB: f.App.DB}, postgres.Game{DB: f.App.DB}, f.Clock.Now().AddDate(0, 0, -1)
	post := func(ctx context.Context, kind ledger.Kind, won money.Amount, from ledger.Account) error {
		_, err := book.Post(ctx, ledger.Transaction{
			Key: id.NewID().String(), Kind: kind, MemberID: member, Currency: money.Baht, At: at,
			Postings: []ledger.Posting{{Account: ledger.Game(member, "NAGA"), Amount: won}, {Account: from, Amount: -won}},
		})
		return err
	}
	if err := games.InTx(t.Context(), func(ctx context.Context) error {
		return errors.Join(
			post(ctx, ledger.Transfer, amount, ledger.House("test", money.Baht)), post(ctx, ledger.GameResult, -amount, ledger.House("game", money.Baht)),
			games.AddResult(ctx, game.Result{Member: member, Provider: "NAGA", At: at, Amount: -amount}))
	}); err != nil {
		t.Fatal(err)
	}
}

// inviter makes a member for whom a bonus waits.
func (f *fair) inviter(t testing.TB) *fairgoer {
	t.Helper()
	store, now := postgres.Referral{DB: f.App.DB}, f.Clock.Now()
	if err := f.App.Referrals.PutRule(t.Context(), referral.Rule{
		Currency: money.Baht, Open: true, Percent: 5, Cap: 1_000, Terms: referral.Terms{SuccessPercent: 200, FailPercent: 10},
	}); err != nil {
		t.Fatal(err)
	}
	m, invitee := f.member(t, 0), f.member(t, 0)
	owner, err := id.ParseMember(m.number)
	if err != nil {
		t.Fatal(err)
	}
	other, err := id.ParseMember(invitee.number)
	if err != nil {
		t.Fatal(err)
	}
	f.lost(t, other, 10_000)
	if err := store.InTx(t.Context(), func(ctx context.Context) error {
		return store.AddEarnings(ctx, []referral.Earning{{
			Member: owner, ID: id.NewID(), Invitee: other, Day: daily.Before(now), Currency: money.Baht, Loss: 10_000, Percent: 5, Cap: 1_000, Amount: 500, At: now,
		}})
	}); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAReservedRefundWaitsWhileAnotherConditionHolds(t *testing.T) {
	t.Parallel()
	f := newFair(t)
	m := f.refunded(t, true)
	want(t, "a promotion", m.Do(http.MethodPost, "/api/promotion/activate/"+f.campaign(t, bonus.FromPromotion), ""), "")
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		want(t, method, m.Do(method, "/api/refund/addWallet", ""), "REFUND_CONDITION")
	}
}
