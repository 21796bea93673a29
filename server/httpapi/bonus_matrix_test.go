package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"krapao/server/bonus"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
)

// campaign makes a bonus or promotion of 50 baht that anybody may receive once, and gives its code. At 100 % its
// condition is met at once.
func (f *fair) campaign(t testing.TB, kind bonus.Kind) string {
	t.Helper()
	made := bonus.Campaign{
		Kind: kind, Code: fmt.Sprintf("FAIR%d", f.next()), Version: 1, Currency: money.Baht, Name: bonus.Text{"en": "Fair"}, Span: bonus.Ever, MaxReceived: 1,
		Fixed: 5000, Terms: bonus.Terms{SuccessPercent: 100, FailPercent: 10}, Open: true, From: f.Clock.Now().AddDate(0, 0, -1),
	}
	if err := (postgres.Bonus{DB: f.App.DB}).PutCampaign(t.Context(), made, f.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	return made.Code
}

// depositor makes a member whose money came by a deposit.
func (f *fair) depositor(t testing.TB) *fairgoer {
	t.Helper()
	m := f.member(t, 0)
	owner, err := id.ParseMember(m.number)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (postgres.Ledger{DB: f.App.DB}).Post(t.Context(), ledger.Transaction{
		Key: id.NewID().String() + "/credit", Kind: ledger.Deposit, MemberID: owner, Currency: money.Baht, At: f.Clock.Now(),
		External: &ledger.External{Source: "test", ID: id.NewID().String()},
		Postings: []ledger.Posting{{Account: ledger.Main(owner), Amount: 100}, {Account: ledger.Clearing("payment", money.Baht), Amount: -100}},
	}); err != nil {
		t.Fatal(err)
	}
	return m
}

// receiver makes a member under a bonus's condition.
func (f *fair) receiver(t testing.TB) *fairgoer {
	t.Helper()
	m := f.depositor(t)
	want(t, "a bonus", m.Do(http.MethodPost, "/api/bonus/activate/"+f.campaign(t, bonus.FromBonus), ""), "")
	return m
}

// campaignBody is a bonus of 5 baht, open or not, with a quota.
const campaignBody = `{"currency":"BAHT","name":{"en":"Fair"},"type":"limit","maxReceived":1,"percent":0,"cap":0,"fixed":5,"minDeposit":0,"quota":%[2]d,"percentSuccess":200,
	"percentFail":10,"position":1,"isOpen":%[1]s,"openFrom":"2026-01-01T00:00:00Z"}`
