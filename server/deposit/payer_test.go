package deposit_test

import (
	"testing"
	"time"

	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/simulator/api/webhook"
)

func TestSeveralMembersBehindAMaskGoToSuspense(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.addMember(somchai+100, "0811111111", &member.BankAccount{BankCode: "SCB", Number: "9991234567", Name: "SOMCHAI JAIDEE"})
	line := s.lineFrom(somchai, hundred)
	line.Payer.AccountNo = to("xxx1234567")
	s.arrived(fed{}, line)
	s.wantBalance(somchai, 0)
	s.suspended(money.Baht, hundred, "SEVERAL_MATCHES")
}

func TestAMaskedLineIsNotCreditedToWhoLooksLikeItsPayerWhoseNameIsInAnotherAlphabet(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	victim, thief := somchai+100, somchai+101
	s.addMember(victim, "0811111111", &member.BankAccount{BankCode: "SCB", Number: "7771239999", Name: "วิชัย ดีงาม"})
	s.addMember(thief, "0811111112", &member.BankAccount{BankCode: "SCB", Number: "1111239999", Name: "WICHAI DEENGAM"})
	if err := s.Book.OpenWallet(t.Context(), thief, money.Baht, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	line := s.lineFrom(somchai, hundred)
	line.Payer.AccountNo, line.Payer.AccountName = to("xxx1239999"), to("MR WICHAI DEENGAM")
	s.arrived(fed{}, line)
	if got := s.balance(thief); got != 0 {
		t.Errorf("I7: the thief has %v", got)
	}
	s.suspended(money.Baht, hundred, "SEVERAL_MATCHES")
}

func TestAMaskedPayerOfACodeIsItsMemberRatherThanAnotherWhoLooksAlike(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.addMember(somchai+100, "0811111111", &member.BankAccount{BankCode: "SCB", Number: "9991234567", Name: "WICHAI DEENGAM"})
	s.scanned(somchai, &webhook.PaymentParty{BankCode: to("SCB"), AccountNo: to("xxx-x-x3456-x")})
	own := s.unnamed(party(somchai)) // its feed is late
	s.arrived(intoKBANK, s.unnamed(&webhook.PaymentParty{BankCode: to("SCB"), AccountNo: to("9991234567"), AccountName: to("WICHAI DEENGAM")}))
	s.later(40 * time.Minute)
	if reasons := s.queue(); reasons != "NO_MATCH" {
		t.Errorf("I16: another's transfer of the same amount: the queue has %q", reasons)
	}
	s.arrived(intoKBANK, own)
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, hundred, "NO_MATCH")
}
