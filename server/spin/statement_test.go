package spin_test

import (
	"net/http"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

func TestAClaimedPrizeOfMoneyNamesItselfInTheStatement(t *testing.T) {
	t.Parallel()
	for name, prize := range map[string]string{"Cash 100": cash, "Bonus 100": bound} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			e.wheel("LUCKY", prize, prize)
			e.earn(somchai, 3)
			e.claim(somchai, e.spin(somchai, "").Result.CouponID)
			page, answer := ask[portal.StatementPage](e, somchai, http.MethodPost, "/api/statement", `{"page":1,"limit":10}`, portaltest.Header{Name: "Cookie", Value: "language=EN"})
			if answer.Status != http.StatusOK || len(page.Statements) != 2 {
				t.Fatalf("%d %s", answer.Status, answer.Body)
			}
			line, deposit := page.Statements[0], page.Statements[1]
			if line.StatementType != portal.StatementTypeBONUS || line.Luckydraw == nil || line.Luckydraw.Description != name {
				t.Errorf("I13: the prize's line is %s", answer.Body)
			}
			if deposit.Luckydraw != nil {
				t.Errorf("I13: a deposit's line names a prize: %s", answer.Body)
			}
		})
	}
}
