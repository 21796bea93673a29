package deposit_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/simulator/api/webhook"
)

func TestALineThatCannotBeTakenKeepsNoOtherBack(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	var lines []webhook.BankFeedLine
	want := make([]string, 0, 120)
	for i := range 120 {
		line := s.lineFrom(somchai, money.Units(1))
		outcome := "TAKEN"
		switch i {
		case 7:
			line.Amount, outcome = 0, "REFUSED AMOUNT"
		case 60:
			line.Amount, outcome = -hundred, "REFUSED AMOUNT"
		case 119:
			line.LineID, outcome = lines[3].LineID, "REPEATED"
		}
		lines, want = append(lines, line), append(want, outcome)
	}
	if got := s.outcomes(fed{}, lines...); !slices.Equal(got, want) {
		t.Errorf("outcomes %v", got)
	}
	s.wantBalance(somchai, money.Units(117))
	got := s.outcomes(fed{}, lines...)
	if text := strings.Join(got, " "); strings.Contains(text, "TAKEN") || strings.Count(text, "REFUSED") != 2 {
		t.Errorf("the same feed again is answered %v", got)
	}
	s.wantBalance(somchai, money.Units(117))
}

func TestFeedsThatOverlapInOppositeOrderAreBothTaken(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.deadlocksLast()
	var lines []deposit.BankLine
	for i := range 150 {
		lines = append(lines, deposit.BankLine{
			BankCode: "SCB", AccountNo: houseSCB, LineID: fmt.Sprintf("L%03d", i), Amount: money.Units(1), Currency: money.Baht, TransferredAt: s.Clock.Now(),
			Payer: bankaccount.Payer{Account: bankaccount.Account{Bank: accounts[somchai].BankCode, Number: accounts[somchai].Number}}, Reference: fmt.Sprintf("R%03d", 149-i),
		})
	}
	var group sync.WaitGroup
	s.while(func(ctx context.Context) { // somebody else is taking the line in their middle
		held := lines[75]
		held.ID, held.TakenAt, held.Status = id.NewID(), s.Clock.Now(), deposit.LineWaiting
		if _, err := (postgres.Deposits{DB: s.Database.DB}).AddLines(ctx, []deposit.BankLine{held}); err != nil {
			t.Error(err)
		}
		for i := range 2 {
			mine := slices.Clone(lines)
			if i == 1 {
				slices.Reverse(mine)
			}
			group.Go(func() {
				if _, err := s.App.Intake.ReceiveLines(t.Context(), mine); err != nil {
					t.Errorf("feed %d: %v", i, err)
				}
			})
		}
		s.stuck(2)
	})
	group.Wait()
	s.wantBalance(somchai, money.Units(150))
}

// TestAMaskedPayerIsFoundByTheDigitsThatAreTold looks at members whose numbers end alike, and asks in every form of a
// mask.
func TestAMaskedPayerIsFoundByTheDigitsThatAreTold(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	for i, number := range []string{"4051239999", "9991234567", "4050004567"} {
		s.addMember(id.MemberID(10_000_100+i), fmt.Sprintf("080000000%d", i), &member.BankAccount{BankCode: "SCB", Number: number, Name: "SOMBAT DEE"})
	}
	store := postgres.Deposits{DB: s.Database.DB}
	for mask, want := range map[string]int{"xxxxxx4567": 3, "405xxx4567": 2, "4051xxxxxx": 2, "x05123x5xx": 1, "405xxxx56x": 2, "xxxxxxx999": 1} {
		pattern := strings.ReplaceAll(mask, "x", "_")
		found, err := store.OwnersLike(t.Context(), "SCB", pattern, 50)
		if err != nil || len(found) != want {
			t.Errorf("%s: %d, not %d, %v", mask, len(found), want, err)
		}
	}
	if found, err := store.OwnersLike(t.Context(), "SCB", "%34567", 50); err != nil || len(found) != 2 {
		t.Errorf("the end alone: %v %v", found, err)
	}
	var plan string
	if err := s.Database.DB.Querier(t.Context()).QueryRow(t.Context(), `select string_agg(indexdef, '') from pg_indexes where indexname = 'member_bank_owner_end'`).Scan(&plan); err != nil ||
		!strings.Contains(plan, "reverse(account_no)") {
		t.Errorf("%q %v", plan, err)
	}
}
