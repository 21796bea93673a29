package referral_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/server/money"
)

func TestTheCheckerFindsAnInviteBonusThatIsNotWhatWasEarned(t *testing.T) {
	t.Parallel()
	const another = "insert into invite_receipt select member_id, gen_random_uuid(), currency, "
	for name, breakage := range map[string]string{
		"nothing":                     "select 1",
		"a loss that the day has not": "update invite_earning set loss = loss + 1 where number = 3",
		"another amount":              "update invite_earning set amount = amount + 1 where number = 3; update invite_balance set amount = amount + 1",
		"a day that earned twice": `alter table invite_earning drop constraint invite_earning_once; update invite_balance set earned = 4, amount = amount * 2;
			insert into invite_earning select member_id, 4, gen_random_uuid(), invitee_id, day, currency, loss, percent, cap, amount, at from invite_earning where number = 3`,
		"an earning that is gone":          "delete from invite_earning where number = 3",
		"more waits than was earned":       "update invite_balance set amount = amount + 1",
		"nobody knows that it waits":       "delete from invite_balance",
		"a number that is left out":        "update invite_earning set number = 4 where number = 3",
		"an earning in two receipts":       another + "2, 3, 1000, success_percent, fail_percent, true, at from invite_receipt; update invite_balance set amount = 0, received = 3",
		"a receipt of another sum":         "update invite_receipt set amount = amount + 1; update invite_balance set amount = amount - 1",
		"a receipt that was not credited":  another + "3, 3, 500, success_percent, fail_percent, false, at from invite_receipt; update invite_balance set amount = 0, received = 3",
		"one that came by itself, neither": another + "3, 3, 500, 0, 0, true, at from invite_receipt; update invite_balance set amount = 0, received = 3",
		"other terms than were promised":   "update invite_receipt set success_percent = 1",
		"a condition of no receipt":        "delete from invite_receipt; update invite_balance set amount = amount + 1000, received = 0",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			e.open(nil)
			e.played(malee, yesterday.Time, -money.Units(100))
			e.played(noi, yesterday.Time, -money.Units(100))
			e.accrue(yesterday)
			if _, code := e.receive(somchai, "POST"); code != "" {
				t.Fatal(code)
			}
			e.played(malee, yesterday.Add(1).Time, -money.Units(100))
			e.accrue(yesterday.Add(1))
			owner, err := pgx.Connect(t.Context(), e.Database.OwnerURL)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = owner.Close(context.WithoutCancel(t.Context())) }()
			if _, err := owner.Exec(t.Context(), breakage); err != nil {
				t.Fatal(err)
			}
			if findings, err := e.Database.DB.Check(t.Context(), "I15"); err != nil || findings[0].OK != (name == "nothing") {
				t.Errorf("I15: %+v, %v", findings, err)
			}
		})
	}
}
