package httpapi_test

import (
	"net/http"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/spin"
)

// spinner makes a member with the coins for one spin, of a wheel all of whose sectors give this prize.
func (f *fair) spinner(t testing.TB, prize spin.Prize) *fairgoer {
	t.Helper()
	m := f.member(t, 0)
	owner, err := id.ParseMember(m.number)
	if err != nil {
		t.Fatal(err)
	}
	prize.Name = spin.Text{"en": "A prize"}
	sector := func(code string) spin.Slice {
		return spin.Slice{Code: code, Label: spin.Text{"en": code}, Background: "#f7b500", Foreground: "#1a1a1a", Weight: 1, Prize: prize}
	}
	store, now := postgres.Spin{DB: f.App.DB}, f.Clock.Now()
	wheel := spin.Wheel{
		Code: "FAIR", Version: f.next(), Currency: money.Baht, Name: spin.Text{"en": "Fair"}, CoinPerSpin: 1, Open: true, From: now.AddDate(0, 0, -1),
		Slices: []spin.Slice{sector("S1"), sector("S2")},
	}
	if err := store.PutWheel(t.Context(), wheel, now); err != nil {
		t.Fatal(err)
	}
	if _, err := (postgres.Ledger{DB: f.App.DB}).Post(t.Context(), ledger.Transaction{
		Key: id.NewID().String() + "/credit", Kind: ledger.Deposit, MemberID: owner, Currency: money.Baht, At: now, External: &ledger.External{Source: "test", ID: id.NewID().String()},
		Postings: []ledger.Posting{
			{Account: ledger.Main(owner), Amount: 1}, {Account: ledger.Clearing("payment", money.Baht), Amount: -1},
			{Account: ledger.Coins(owner), Amount: 1}, {Account: ledger.House("spin", ledger.Coin), Amount: -1},
		},
	}); err != nil {
		t.Fatal(err)
	}
	return m
}

// winner makes a member with a coupon for this prize.
func (f *fair) winner(t testing.TB, prize spin.Prize) (m *fairgoer, coupon string) {
	t.Helper()
	m = f.spinner(t, prize)
	won := read[portal.SpinResponse](t, want(t, "a spin", m.Do(http.MethodPost, "/api/spinwheel/spin", ""), ""))
	return m, won.Result.CouponID
}
