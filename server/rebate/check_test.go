package rebate_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/server/money"
)

func TestTheCheckerFindsARefundThatIsNotWhatItsDaySays(t *testing.T) {
	t.Parallel()
	for name, breakage := range map[string]string{
		"nothing":                        "select 1",
		"a loss that the day has not":    "update refund set loss = loss + 1",
		"another amount":                 "update refund set amount = amount + 1 where status = 'OPEN'",
		"two of a day":                   "alter table refund drop constraint refund_pkey; insert into refund select * from refund where status = 'OPEN'",
		"paid without a credit":          "update refund set status = 'PAID', paid_at = now() where status = 'RESERVED'",
		"credited and still reserved":    "delete from refund where status = 'RESERVED'; update refund set status = 'RESERVED', paid_at = null where status = 'PAID'",
		"other terms than were promised": "update refund set success_percent = 1 where status = 'PAID'",
		"a condition of no refund":       "delete from refund where status = 'PAID'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			e.open(nil)
			e.played(somchai, yesterday.Time, -money.Units(100))
			e.played(malee, yesterday.Time, -money.Units(200))
			e.played(bounmy, yesterday.Time, -money.Units(300_000))
			e.accrue(yesterday)
			e.do(somchai, "receive")
			e.do(somchai, "addWallet")
			e.do(malee, "receive")
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
