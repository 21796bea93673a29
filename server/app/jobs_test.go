package app_test

import (
	"testing"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
)

func TestTheBackgroundJobsMayDoWhatTheyDoAndFoldTheHouse(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	book := postgres.Ledger{DB: server.App.DB}
	if _, err := book.Post(t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: ledger.Suspended, Currency: money.Baht, At: server.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Suspense(money.Baht), Amount: 100}, {Account: ledger.Clearing("payment", money.Baht), Amount: -100}},
	}); err != nil {
		t.Fatal(err)
	}
	folded := func() (accounts int) {
		if err := server.App.RunJobsOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := server.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select count(*) from ledger_house_balance").Scan(&accounts); err != nil {
			t.Fatal(err)
		}
		return accounts
	}
	// What other tests' databases are writing holds the horizon back: it is the cluster's.
	for end := time.Now().Add(20 * time.Second); folded() != 2; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the house's postings are never folded")
		}
	}
}
