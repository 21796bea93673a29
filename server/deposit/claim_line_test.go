package deposit_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/simulator/api/webhook"
)

// vouched has two operators credit a claim of somchai's on their word.
func (s *intakeEnv) vouched(amount string) {
	s.t.Helper()
	claim := s.claimed(somchai, amount)
	if answer := s.approve(s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen"}`))); answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
}

// TestALineThatWaitedIsCoveredByTheClaimThatCreditedIt: on an account with QR codes a line waits for the gateway's
// report. What operators credit meanwhile on the member's word is the same money.
func TestALineThatWaitedIsCoveredByTheClaimThatCreditedIt(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		hasReference, lineFirst bool
		lines                   int
	}{
		"a line without a reference first": {false, true, 1},
		"a line with a reference first":    {true, true, 1},
		"the claim first":                  {false, false, 1},
		"two lines alike, and one claim":   {false, true, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			var lines []webhook.BankFeedLine
			for range row.lines {
				line := s.lineFrom(somchai, hundred)
				if !row.hasReference {
					line.TransactionReference = nil
				}
				lines = append(lines, line)
			}
			if row.lineFirst {
				s.arrived(fed{bank: "KBANK", account: houseKBANK}, lines...)
			}
			s.vouched("100")
			if !row.lineFirst {
				s.arrived(fed{bank: "KBANK", account: houseKBANK}, lines...)
			}
			s.later(40 * time.Minute)
			s.wantBalance(somchai, hundred)
			more := money.Amount(row.lines-1) * hundred
			s.suspended(money.Baht, more, strings.TrimSpace(strings.Repeat(" NO_MATCH", row.lines-1)))
		})
	}
}

func TestMoneyThatAClaimHasCreditedIsNotSentBack(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.arrived(fed{bank: "KBANK", account: houseKBANK}, s.lineFrom(somchai, hundred))
	s.later(40 * time.Minute)
	path := "/operator/suspense/" + s.firstWaiting() + "/return"
	asked := s.asked(s.noi.Do(http.MethodPost, path, `{"note":"sent back"}`))
	s.vouched("100")
	if answer := s.noi.Do(http.MethodPost, path, `{"note":"sent back"}`); answer.Code() != "KEY_INVALID" {
		t.Errorf("I16: asking for it: %d %s", answer.Status, answer.Body)
	}
	if answer := s.approve(asked); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("I16: agreeing to it: %d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "NO_MATCH")
}
