package cashier_test

import (
	"testing"
	"time"

	"krapao/server/cashier"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/simulator/api/webhook"
)

// party is what a bank or gateway tells of a member as the payer.
func party(who id.MemberID) *webhook.PaymentParty {
	bank := accounts[who]
	return &webhook.PaymentParty{BankCode: &bank.BankCode, AccountNo: &bank.Number, AccountName: &bank.Name}
}

// scanned pays a member's QR code of the KBANK account, by whom its gateway says.
func (s *counter) scanned(whose id.MemberID, payer *webhook.PaymentParty) {
	s.t.Helper()
	event := s.event(s.made(whose, "KBANKQR", "100"))
	event.Payer = payer
	s.taken(event, signed{gateway: "KBANKQR"})
}

// unnamed is a line of a hundred without a reference.
func (s *counter) unnamed(payer *webhook.PaymentParty) webhook.BankFeedLine {
	line := s.lineFrom(somchai, hundred)
	line.TransactionReference, line.Payer = nil, payer
	return line
}

// named gives the members whom the operator's queue names, in its order: S and M, - for nobody.
func (s *counter) named() (names string) {
	s.t.Helper()
	for _, waits := range s.waiting().Suspense {
		switch text(waits.MemberID) {
		case somchai.String():
			names += "S"
		case malee.String():
			names += "M"
		default:
			names += "-"
		}
	}
	return names
}

// TestALineIsCoveredOnlyByTheCreditOfItsPayment: of the same amount, and of a payer who may be the line's.
func TestALineIsCoveredOnlyByTheCreditOfItsPayment(t *testing.T) {
	t.Parallel()
	tail := func(end string) *webhook.PaymentParty {
		return &webhook.PaymentParty{BankCode: to("SCB"), AccountNo: to("xxxxxx" + end)}
	}
	for name, c := range map[string]struct {
		codes, paidBy []*webhook.PaymentParty // somchai's QR code is paid by the first, malee's by the second
		lines         []*webhook.PaymentParty
		left          string // whom suspense names
		reasons       string
	}{
		"its own":                   {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(somchai)}},
		"another member's transfer": {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(malee)}, left: "M", reasons: "NO_MATCH"},
		"another's, and the gateway tells no payer":  {paidBy: []*webhook.PaymentParty{nil}, lines: []*webhook.PaymentParty{party(malee)}, left: "M", reasons: "NO_MATCH"},
		"a friend scanned it":                        {paidBy: []*webhook.PaymentParty{party(malee)}, lines: []*webhook.PaymentParty{party(malee)}},
		"its own and another's":                      {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(malee), party(somchai)}, left: "M", reasons: "NO_MATCH"},
		"the same member twice, once by transfer":    {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{party(somchai), party(somchai)}, left: "S", reasons: "NO_MATCH"},
		"both members' codes":                        {paidBy: []*webhook.PaymentParty{party(somchai), party(malee)}, lines: []*webhook.PaymentParty{party(malee), party(somchai)}},
		"nothing told, and one code":                 {paidBy: []*webhook.PaymentParty{nil}, lines: []*webhook.PaymentParty{nil}},
		"nothing told, and the codes of two members": {paidBy: []*webhook.PaymentParty{nil, nil}, lines: []*webhook.PaymentParty{nil}, left: "-", reasons: "SEVERAL_MATCHES"},
		"nothing told, and the code is another's":    {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{nil, party(somchai)}, left: "-", reasons: "NO_MATCH"},
		"masked":             {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{tail("4567")}},
		"masked, another":    {paidBy: []*webhook.PaymentParty{party(somchai)}, lines: []*webhook.PaymentParty{tail("9999")}, left: "-", reasons: "NO_MATCH"},
		"two that fit alike": {paidBy: []*webhook.PaymentParty{{BankCode: to("SCB")}}, lines: []*webhook.PaymentParty{tail("1111"), tail("2222")}, left: "--", reasons: "SEVERAL_MATCHES SEVERAL_MATCHES"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, linesFirst := range []bool{false, true} {
				s := newCounter(t)
				lines := func() {
					for _, payer := range c.lines {
						s.arrived(intoKBANK, s.unnamed(payer))
					}
				}
				if linesFirst {
					lines()
				}
				for i, payer := range c.paidBy {
					s.scanned([]id.MemberID{somchai, malee}[i], payer)
				}
				if !linesFirst {
					lines()
				}
				s.later(40 * time.Minute)
				s.has(somchai, hundred)
				s.suspended(money.Baht, money.Amount(len(c.left))*hundred, c.reasons)
				if names := s.named(); names != c.left {
					t.Errorf("I16: the operator reads %q, not %q", names, c.left)
				}
			}
		})
	}
}

// TestALineOfAnEWalletIsCoveredOnlyByTheGiftOfItsSender: a transfer of the same amount is another payment.
func TestALineOfAnEWalletIsCoveredOnlyByTheGiftOfItsSender(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		phone string
		left  string
	}{
		"the sender's":     {phones[somchai], ""},
		"another member's": {phones[malee], "M"},
		"of nobody known":  {"0811111111", "-"},
		"nothing told":     {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newCounter(t)
			s.answered(s.sendLink(somchai, s.give(phones[somchai], "100")), "SUCCESS")
			line := s.unnamed(nil)
			if c.phone != "" {
				line.Payer = &webhook.PaymentParty{BankCode: to("TRUE"), AccountNo: to(c.phone)}
			}
			s.arrived(intoGifts, line)
			s.later(40 * time.Minute)
			s.has(somchai, hundred)
			s.suspended(money.Baht, money.Amount(len(c.left))*hundred, map[string]string{"": "", "M": "NO_MATCH", "-": "NO_MATCH"}[c.left])
			if names := s.named(); names != c.left {
				t.Errorf("I16: the operator reads %q, not %q", names, c.left)
			}
		})
	}
}

// TestALineInSuspenseNamesItsPayer: nobody has to look up whose account it was paid from.
func TestALineInSuspenseNamesItsPayer(t *testing.T) {
	t.Parallel()
	s := newCounter(t)
	s.arrived(intoKBANK, s.lineFrom(malee, hundred), s.unnamed(&webhook.PaymentParty{BankCode: to("KTB"), AccountNo: to("1112223334")}))
	s.arrived(fed{account: "4050000001"}, s.lineFrom(somchai, hundred)) // no account of the house
	s.later(40 * time.Minute)
	if names := s.named(); names != "SM-" && names != "S-M" {
		t.Errorf("the operator reads %q", names)
	}
	request := s.match(s.waiting().Suspense[0].ID, somchai)
	s.approve(request)
	s.has(somchai, hundred)
}

var _ = cashier.LineCovered
