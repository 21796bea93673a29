package postgres_test

import (
	"testing"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/withdrawal"
)

// Each case breaks a withdrawal's money as a defect of ours could; I11 alone must see it.
func TestTheCheckerFindsAWithdrawalWhoseMoneyIsElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step    withdrawal.Step
		breakIt string
		sound   bool
	}{
		"one that is open":              {withdrawal.StepRequested, "select 1", true},
		"one that is paid":              {withdrawal.StepPaid, "select 1", true},
		"one that is back":              {withdrawal.StepCancelled, "select 1", true},
		"paid, and the money is held":   {withdrawal.StepRequested, "update withdrawal set step = 'PAID'", false},
		"open, and the money is gone":   {withdrawal.StepPaid, "update withdrawal set step = 'SENT'", false},
		"back, and the money was paid":  {withdrawal.StepPaid, "update withdrawal set step = 'REFUSED'", false},
		"paid, and the money went back": {withdrawal.StepCancelled, "update withdrawal set step = 'PAID'", false},
		"another amount":                {withdrawal.StepPaid, "update withdrawal set amount = amount + 1", false},
		"held for nobody":               {withdrawal.StepRequested, "delete from withdrawal", false},
		"never held":                    {withdrawal.StepRequested, "update withdrawal set step = 'FAILED'", false},
		"a payout that ended too early": {withdrawal.StepRequested, `update withdrawal set step = 'APPROVED'; insert into payout (id, member_id, gateway_code, created_at, due_at, done_at)
			select id, member_id, 'G', now(), now(), now() from withdrawal`, false},
		"a payout that goes on after it was paid": {withdrawal.StepPaid, `insert into payout (id, member_id, gateway_code, created_at, due_at)
			select id, member_id, 'G', now(), now() from withdrawal`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBook(t).withWallet(member, 1000)
			store := postgres.Withdrawals{DB: b.DB}
			w := withdrawal.Withdrawal{ID: id.NewID(), Reference: "W1", Member: member, Amount: 100, Currency: money.Baht, Step: withdrawal.StepRequested, CreatedAt: noon}
			if err := store.AddWithdrawal(b.ctx, w); err != nil {
				t.Fatal(err)
			}
			post := func(what string, kind ledger.Kind, from, to ledger.Account) {
				b.mustPost(ledger.Transaction{
					Key: w.ID.String() + what, Kind: kind, MemberID: member, Currency: money.Baht, At: noon, Reference: w.ID.String(),
					Postings: []ledger.Posting{{Account: from, Amount: -100}, {Account: to, Amount: 100}},
				})
			}
			post("/hold", ledger.Withdraw, ledger.Main(member), ledger.Hold(member))
			switch w.Step = c.step; c.step {
			case withdrawal.StepPaid:
				post("/paid", ledger.Withdraw, ledger.Hold(member), ledger.Clearing("payout", money.Baht))
			case withdrawal.StepCancelled:
				post("/return", ledger.Reversal, ledger.Hold(member), ledger.Main(member))
			}
			if err := store.PutWithdrawal(b.ctx, w, noon); err != nil {
				t.Fatal(err)
			}
			b.asOwner(c.breakIt)
			findings, err := b.DB.Check(b.ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, finding := range findings {
				if want := finding.Invariant != "I11" || c.sound; finding.OK != want {
					t.Errorf("%+v", finding)
				}
			}
		})
	}
}
