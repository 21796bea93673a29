package slip_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// houseSCB is the house's other account.
const houseSCB = "4051112223"

func newTwoAccountStand(t *testing.T) *env {
	t.Helper()
	s := newEnv(t)
	if err := s.App.Channels.PutChannels(t.Context(), channel.Channel{
		Code: "SCB1", Kind: channel.Bank, BankCode: "SCB", Mode: channel.Auto, NameTH: "SCB", NameEN: "SCB", AccountName: "KRAPAO CO LTD", AccountNo: houseSCB,
		Currency: money.Baht, MinDeposit: money.Units(1), Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// arrives is a line of the feed of one of the house's accounts, under a name of its own.
func (s *env) arrives(bank, account string, amount money.Amount, payer bankaccount.Payer, reference string) {
	s.t.Helper()
	if _, err := s.App.Intake.ReceiveLines(context.Background(), []deposit.BankLine{{
		BankCode: bank, AccountNo: account, LineID: id.NewID().String(), Reference: reference, Amount: amount, Currency: money.Baht, Payer: payer, TransferredAt: s.Clock.Now(),
	}}); err != nil {
		s.t.Fatal(err)
	}
}

// orders gives every order of n things.
func orders(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, order := range orders(n - 1) {
		for i := range n {
			next := append(append(append([]int{}, order[:i]...), n-1), order[i:]...)
			all = append(all, next)
		}
	}
	return all
}

// TestASlipAndTheNextTransferOfItsAmountAreBothCredited: a slip is the word of one transfer, in whatever order it, its
// line and the other transfer's line come.
func TestASlipAndTheNextTransferOfItsAmountAreBothCredited(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bank, account string
		named         bool // the first transfer's line has its reference
	}{
		"into the same account":                   {"KBANK", houseNo, true},
		"into another account":                    {"SCB", houseSCB, true},
		"into the same account, both nameless":    {"KBANK", houseNo, false},
		"into another account, both are nameless": {"SCB", houseSCB, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTwoAccountStand(t)
			due, total := money.Units(40), money.Amount(0)
			for _, order := range orders(3) {
				due += 100 // each order has its own amount
				made, reference := s.pay(somchai, due.String()), ""
				if c.named {
					reference = made.TransactionReference
				}
				did := strings.Builder{}
				for _, step := range order {
					fmt.Fprintf(&did, "%s, ", []string{"slip", "its line", "the other line"}[step])
					switch step {
					case 0:
						if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
							t.Errorf("%s%s", did.String(), got)
						}
					case 1:
						s.arrives("KBANK", houseNo, due, payerOf(somchai), reference)
					case 2:
						s.arrives(c.bank, c.account, due, payerOf(somchai), "")
					}
				}
				total += 2 * due
				if wallet, err := s.book.Wallet(t.Context(), somchai); err != nil || wallet.Main != total {
					t.Errorf("I16: %s: two transfers of %v, and the member has %v, not %v (%v)", did.String(), due, wallet.Main, total, err)
					total = wallet.Main
				}
			}
			s.wantBalance(somchai, total)
			if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
				t.Errorf("suspense holds %v", got)
			}
			s.eachListed(somchai, 2*len(orders(3)))
		})
	}
}

// TestTwoTransfersOfOneAmountAreTwoCreditsInWhateverOrderTheirSlipsAndLinesCome: only one of the lines has its
// reference, so either slip may find the other transfer's line first. A third transfer is credited as well, and the
// second one's line with a reference is what its slip credited.
func TestTwoTransfersOfOneAmountAreTwoCreditsInWhateverOrderTheirSlipsAndLinesCome(t *testing.T) {
	t.Parallel()
	s := newTwoAccountStand(t)
	due, total := money.Units(40), money.Amount(0)
	for _, order := range orders(4) {
		due += 100 // each order has its own amount and day
		s.Clock.Advance(72 * time.Hour)
		first, second := s.pay(somchai, due.String()), s.pay(somchai, due.String())
		did := strings.Builder{}
		for _, step := range order {
			fmt.Fprintf(&did, "%s, ", []string{"slip", "other slip", "line with the slip's reference", "line without"}[step])
			switch step {
			case 0, 1:
				made := []paid{first, second}[step]
				if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
					t.Errorf("%s%s", did.String(), got)
				}
			case 2:
				s.arrives("KBANK", houseNo, due, payerOf(somchai), first.TransactionReference)
			case 3:
				s.arrives("KBANK", houseNo, due, payerOf(somchai), "")
			}
		}
		total += 2 * due
		if wallet, err := s.book.Wallet(t.Context(), somchai); err != nil || wallet.Main != total {
			t.Errorf("I16: %s: two transfers of %v, and the member has %v, not %v (%v)", did.String(), due, wallet.Main, total, err)
			total = wallet.Main
		}
		s.arrives("KBANK", houseNo, due, payerOf(somchai), second.TransactionReference)
		third := s.pay(somchai, due.String())
		if got := s.decided(somchai, s.upload(somchai, third.picture).Reference); got != "SUCCESS" {
			t.Errorf("%sthird slip: %s", did.String(), got)
		}
		s.arrives("KBANK", houseNo, due, payerOf(somchai), third.TransactionReference)
		s.arrives("KBANK", houseNo, due, payerOf(somchai), third.TransactionReference)
		total += 2 * due
		if wallet, err := s.book.Wallet(t.Context(), somchai); err != nil || wallet.Main != total {
			t.Errorf("I16: %sand two more lines: four transfers of %v, and the member has %v, not %v (%v)", did.String(), due, wallet.Main, total, err)
			total = wallet.Main
		}
	}
}

// eachListed fails unless the member's statement has so many deposits, each with an entry of its own in the list of
// deposits, which has no other.
func (s *env) eachListed(who id.MemberID, credits int) {
	s.t.Helper()
	var list portal.DepositPage
	var statement portal.StatementPage
	answer := s.as(who).Do(http.MethodPost, "/api/wallet/deposits", `{"page":1,"limit":100}`)
	if err := json.Unmarshal(answer.Body, &list); err != nil || len(list.Deposits) != credits {
		s.t.Errorf("%d deposits for %d credits: %s %v", len(list.Deposits), credits, answer.Body, err)
	}
	listed := map[string]money.Amount{}
	for _, deposit := range list.Deposits {
		listed[deposit.UnderscoreID] = deposit.Amount
	}
	answer = s.as(who).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":100}`)
	if err := json.Unmarshal(answer.Body, &statement); err != nil || len(statement.Statements) != credits {
		s.t.Errorf("%d lines: %s %v", len(statement.Statements), answer.Body, err)
	}
	for _, line := range statement.Statements {
		if line.Reference == nil || listed[*line.Reference] != line.Amount {
			s.t.Errorf("%+v leads to no entry of its own", line)
			continue
		}
		delete(listed, *line.Reference)
	}
}

// TestALineThatOperatorsMatchIsCreditedThoughASlipOfItsAmountIsThere: the slip is of another transfer, whose own line
// is there.
func TestALineThatOperatorsMatchIsCreditedThoughASlipOfItsAmountIsThere(t *testing.T) {
	t.Parallel()
	for name, slipFirst := range map[string]bool{"the slip first": true, "its line first": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newTwoAccountStand(t)
			made := s.pay(somchai, "100")
			if !slipFirst {
				s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), made.TransactionReference)
			}
			if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
				t.Fatal(got)
			}
			s.arrives("KBANK", houseNo, money.Units(100), bankaccount.Payer{}, "")
			request := s.match(s.lastWaiting().ID, somchai)
			if slipFirst {
				s.agreed(request) // the line is the slip's as far as anybody knows, until the slip's own comes
				s.arrives("KBANK", houseNo, money.Units(100), payerOf(somchai), made.TransactionReference)
			} else {
				s.agreed(request)
			}
			s.wantBalance(somchai, money.Units(200))
			if got := s.house(ledger.Suspense(money.Baht)); got != 0 {
				t.Errorf("suspense holds %v", got)
			}
			if owed := s.house(ledger.Clearing("bank", money.Baht)); owed != -money.Units(200) {
				t.Errorf("the banks have told of 200.00, the book says %v", owed)
			}
		})
	}
}

// match asks to credit a payment in suspense to a member, and gives the request.
func (s *env) match(suspense id.ID, who id.MemberID) string {
	s.t.Helper()
	var asked struct{ ApprovalID string }
	answer := s.Operator(s.t, "noi").Do(http.MethodPost, "/operator/suspense/"+suspense.String()+"/match", `{"memberId":"`+who.String()+`","note":"by the phone call"}`)
	if err := json.Unmarshal(answer.Body, &asked); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return asked.ApprovalID
}

// TestASlipIsTheOperatorsWhereTheLineOfItsTransferNamesAnotherPayer: a masked number fits many; the line's is whole.
func TestASlipIsTheOperatorsWhereTheLineOfItsTransferNamesAnotherPayer(t *testing.T) {
	t.Parallel()
	another := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB", Number: "4050234567", Holder: "SOMCHAI JAIDEE"}} // differs in a digit that the slip hides
	t.Run("the line first", func(t *testing.T) {
		t.Parallel()
		s := newEnv(t)
		made := s.pay(somchai, "100", "fromAccountNo", "xxx-x-x3456-7")
		s.line(made, money.Units(100), another, made.TransactionReference)
		s.upload(somchai, made.picture)
		if slip := s.waiting(1)[0]; text(slip.Review) != "CREDIT_DIFFERS" {
			t.Errorf("%+v", slip)
		}
		s.wantBalance(somchai, 0)
		if got := s.house(ledger.Suspense(money.Baht)); got != money.Units(100) {
			t.Errorf("suspense holds %v", got)
		}
		s.agreed(s.match(s.lastWaiting().ID, somchai)) // two persons found that it is theirs all the same
		s.refused("the slip, now that its line is credited", s.Operator(t, "noi").Do(http.MethodPost, "/operator/slips/"+s.waiting(1)[0].ID+"/approve", `{"note":"seen"}`), http.StatusOK, "")
		s.wantBalance(somchai, money.Units(100))
	})
	t.Run("the slip first", func(t *testing.T) {
		t.Parallel()
		s := newEnv(t)
		made := s.pay(somchai, "100", "fromAccountNo", "xxx-x-x3456-7")
		if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
			t.Fatal(got)
		}
		s.line(made, money.Units(100), another, made.TransactionReference)
		s.wantBalance(somchai, money.Units(100))
		if waits := s.count("suspense_payment where reason = 'PAYER_DIFFERS' and resolved_at is null"); waits != 1 {
			t.Errorf("%d payments in suspense", waits)
		}
	})
}

// TestASlipOfAnotherAccountIsNotALinesTransfer: nor is the line in suspense, whoever comes first.
func TestASlipOfAnotherAccountIsNotALinesTransfer(t *testing.T) {
	t.Parallel()
	s := newTwoAccountStand(t)
	nobody := bankaccount.Payer{Account: bankaccount.Account{Bank: "SCB"}}
	s.arrives("SCB", houseSCB, money.Units(100), nobody, "")
	made := s.pay(somchai, "100")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	s.wantBalance(somchai, money.Units(100))
	if got := s.house(ledger.Suspense(money.Baht)); got != money.Units(100) {
		t.Errorf("suspense holds %v", got)
	}
	s.agreed(s.match(s.lastWaiting().ID, somchai))
	s.wantBalance(somchai, money.Units(200))
	s.Clock.Advance(time.Hour)
	s.arrives("KBANK", houseNo, money.Units(100), nobody, made.TransactionReference)
	s.wantBalance(somchai, money.Units(200))
}
