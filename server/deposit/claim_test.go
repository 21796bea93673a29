package deposit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
)

func (s *intakeEnv) claim(who id.MemberID, amount string, headers ...portaltest.Header) portaltest.Answer {
	s.t.Helper()
	return s.As(who).Do(http.MethodPost, "/api/wallet/add", `{"amount":`+amount+`}`, headers...)
}

// claimed makes a claim and gives its id.
func (s *intakeEnv) claimed(who id.MemberID, amount string) string {
	s.t.Helper()
	answer := s.claim(who, amount)
	var claim portal.DepositClaim
	if err := json.Unmarshal(answer.Body, &claim); err != nil || answer.Status != http.StatusOK || claim.Message != "SUCCESS" || claim.Status != "PENDING" {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return claim.UnderscoreID
}

// waitingClaims gives the operator's list.
func (s *intakeEnv) waitingClaims() (page operator.OperatorClaimPage) {
	s.t.Helper()
	answer := s.noi.Do(http.MethodGet, "/operator/claims", "")
	if err := json.Unmarshal(answer.Body, &page); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return page
}

func TestAClaimNeverCredits(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	claim := s.claimed(somchai, "100.5")
	s.wantBalance(somchai, 0)
	s.later(time.Hour)
	s.wantBalance(somchai, 0)
	if story := s.story(somchai); story != "1 CLAIM  100.50 PENDING STARTED REVIEW" {
		t.Errorf("the member sees %q", story)
	}
	page := s.waitingClaims()
	if page.Total != 1 || page.Claims[0].ID != claim || page.Claims[0].MemberID != somchai.String() || page.Claims[0].Username != "0812345678" || page.Claims[0].Amount != 10050 {
		t.Errorf("the operator sees %+v", page)
	}
}

func TestClaimsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	const homeless = id.MemberID(10_000_009)
	s.addMember(homeless, "0809999999", nil)
	for amount, code := range map[string]string{
		"0": "TRANSFER_MINIMUM", "-0": "TRANSFER_MINIMUM", "-1": "TRANSFER_MINIMUM", "1.005": "KEY_INVALID", "1e309": "KEY_INVALID", `"1"`: "KEY_INVALID", "null": "KEY_INVALID",
	} {
		if answer := s.claim(somchai, amount); answer.Code() != code {
			t.Errorf("%s: %d %s", amount, answer.Status, answer.Body)
		}
	}
	if answer := s.claim(homeless, "100"); answer.Code() != "NO_BANK" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	for range 5 {
		s.claimed(malee, "100")
	}
	answer := s.claim(malee, "100")
	if answer.Code() != "REQUEST_LIMIT_1MIN" || answer.Header.Get("Retry-After") == "" {
		t.Errorf("%d %s %v", answer.Status, answer.Body, answer.Header)
	}
	s.Clock.Advance(time.Minute)
	s.claimed(malee, "100")
	if claims := s.count("deposit_claim"); claims != 6 {
		t.Errorf("%d claims", claims)
	}
}

func TestFiftyParallelClaimsUnderOneKeyAreOne(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	bodies := make([]string, parallel)
	s.parallel(func(i int) {
		answer := paymenttest.UntilServed(func() portaltest.Answer { return s.claim(somchai, "100", key("claim")) })
		bodies[i] = string(answer.Body)
	})
	again := s.claim(somchai, "100", key("claim"))
	for _, body := range bodies {
		if body != string(again.Body) {
			t.Errorf("%s and %s", body, again.Body)
		}
	}
	if answer := s.claim(somchai, "101", key("claim")); answer.Code() != "IDEMPOTENCY_CONFLICT" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	if claims := s.count("deposit_claim"); claims != 1 {
		t.Errorf("%d claims", claims)
	}
}

func TestTheLineOfAClaimedPaymentClosesTheClaim(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.claimed(somchai, "100")
	s.claimed(somchai, "100")
	s.claimed(malee, "100")
	s.arrived(fed{}, s.lineFrom(somchai, hundred))
	s.wantBalance(somchai, hundred)
	if page := s.waitingClaims(); page.Total != 2 {
		t.Errorf("%d claims wait", page.Total)
	}
	if story := s.story(somchai); !strings.HasPrefix(story, "2 ") {
		t.Errorf("the member sees %q", story)
	}
}

func TestAnotherTransferLeavesAClaimAlone(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.claimed(somchai, "100")
	other, later, earlier := s.lineFrom(somchai, 2*hundred), s.lineFrom(somchai, hundred), s.lineFrom(somchai, hundred)
	later.TransferredAt = later.TransferredAt.Add(20 * time.Minute) // made after the claim
	earlier.TransferredAt = earlier.TransferredAt.Add(-25 * time.Hour)
	s.Clock.Advance(30 * time.Minute)
	s.arrived(fed{}, other, later, earlier)
	s.wantBalance(somchai, 4*hundred)
	if page := s.waitingClaims(); page.Total != 1 {
		t.Errorf("%d claims wait", page.Total)
	}
}

func TestAClaimIsCreditedOnTheWordOfTwoAndItsLineCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	claim := s.claimed(somchai, "100")
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen in the bank application"}`))
	s.wantBalance(somchai, 0)
	if answer := s.noi.Do(http.MethodPost, "/operator/approvals/"+request+"/approve", ""); answer.Code() != "APPROVAL_SELF" {
		t.Errorf("one person alone: %d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 0)
	s.parallel(func(int) { s.approve(request) })
	s.wantBalance(somchai, hundred)
	if story := s.story(somchai); story != "1 CLAIM  100.00 SUCCESS STARTED REVIEW CREDITED" {
		t.Errorf("the member sees %q", story)
	}
	line := s.lineFrom(somchai, hundred)
	s.parallel(func(int) { s.arrived(fed{}, line) })
	s.wantBalance(somchai, hundred)
	if vouched := s.house(ledger.Clearing("manual", money.Baht)); vouched != 0 {
		t.Errorf("%v are still vouched for", vouched)
	}
	s.arrived(fed{}, s.lineFrom(somchai, hundred)) // another payment of the same amount
	s.wantBalance(somchai, 2*hundred)
}

func TestAClaimOfWhatWasCreditedIsNotCreditedOnTheOperatorsWord(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.arrived(fed{}, s.lineFrom(somchai, hundred))
	s.wantBalance(somchai, hundred)
	claim := s.claimed(somchai, "100") // and the operators see the payment in the bank's application
	if answer := s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen"}`); answer.Code() != "KEY_INVALID" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	other := s.claimed(somchai, "200")
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+other+"/approve", `{"note":"seen"}`))
	late := s.lineFrom(somchai, 2*hundred)
	late.TransferredAt = late.TransferredAt.Add(-23 * time.Hour)
	s.arrived(fed{}, late)
	if answer := s.approve(request); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 3*hundred)
}

func TestALineAndTheWordOfTwoAtTheSameMomentCreditOnce(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	claim := s.claimed(somchai, "100")
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen"}`))
	line := s.lineFrom(somchai, hundred)
	s.parallel(func(i int) {
		if i%2 == 0 {
			s.approve(request)
		} else {
			s.arrived(fed{}, line)
		}
	})
	s.wantBalance(somchai, hundred)
}

func TestAClaimIsRejectedWithAReasonThatTheMemberSees(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	claim := s.claimed(somchai, "100")
	request := s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+claim+"/approve", `{"note":"seen"}`))
	if answer := s.lek.Do(http.MethodPost, "/operator/claims/"+claim+"/reject", `{"reason":"No such payment."}`); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if answer := s.approve(request); answer.Code() != "APPROVAL_STALE" {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	for path, body := range map[string]string{"approve": `{"note":"x"}`, "reject": `{"reason":"x"}`} {
		for _, name := range []string{claim, id.NewID().String(), "none"} {
			if answer := s.noi.Do(http.MethodPost, "/operator/claims/"+name+"/"+path, body); answer.Code() != "NO_DATA" {
				t.Errorf("%s %s: %d %s", path, name, answer.Status, answer.Body)
			}
		}
	}
	s.wantBalance(somchai, 0)
	if page := s.deposits(somchai); s.story(somchai) != "1 CLAIM  100.00 FAILED STARTED REVIEW FAILED" || text(page.Deposits[0].Reason) != "No such payment." {
		t.Errorf("the member sees %+v", page)
	}
	if lines := s.audited("DEPOSIT_CLAIM"); lines != 1 {
		t.Errorf("%d lines in the audit log", lines)
	}
}

// audited counts the lines of an action in the audit log.
func (s *intakeEnv) audited(action string) (lines int) {
	s.t.Helper()
	if err := s.Database.DB.Querier(s.t.Context()).QueryRow(s.t.Context(), "select count(*) from operator_audit where action = $1", action).Scan(&lines); err != nil {
		s.t.Fatal(err)
	}
	return lines
}

func TestDepositsComeInPages(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	for i := range 7 {
		s.Clock.Advance(time.Minute)
		s.claimed(somchai, fmt.Sprint(i+1))
	}
	qr := s.made(somchai, gateway, "100")
	s.Clock.Advance(time.Second)
	s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*qr.QrcodeID, "")
	if story := s.story(somchai); story != "8 QR PROMPTPAY1 100.00 FAILED STARTED CANCELLED" {
		t.Errorf("the member sees %q", story)
	}
	seen := map[string]bool{}
	for page, want := range map[int]int{1: 3, 2: 3, 3: 2, 4: 0} {
		answer := s.As(somchai).Do(http.MethodPost, "/api/wallet/deposits", fmt.Sprintf(`{"page":%d,"limit":3}`, page))
		var got portal.DepositPage
		if err := json.Unmarshal(answer.Body, &got); err != nil || got.Total != 8 || len(got.Deposits) != want {
			t.Errorf("page %d: %d %s", page, answer.Status, answer.Body)
		}
		for _, deposit := range got.Deposits {
			seen[deposit.UnderscoreID] = true
		}
	}
	if len(seen) != 8 || s.story(malee) != "" {
		t.Errorf("%d deposits; another member sees %q", len(seen), s.story(malee))
	}
}

func TestThereIsNoWordForWhatWasCreditedInAnotherWay(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.taken(s.event(s.made(somchai, gateway, "100")), paymenttest.Signed{})
	s.answered(s.sendLink(somchai, s.give("0812345678", "200")), "SUCCESS")
	late := s.made(somchai, gateway, "300")
	s.Clock.Advance(deposit.Lifetime + time.Second)
	s.taken(s.event(late), paymenttest.Signed{})
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, 6*hundred)
	for _, amount := range []string{"100", "200", "300"} {
		if answer := s.noi.Do(http.MethodPost, "/operator/claims/"+s.claimed(somchai, amount)+"/approve", `{"note":"seen"}`); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", amount, answer.Status, answer.Body)
		}
	}
	s.asked(s.noi.Do(http.MethodPost, "/operator/claims/"+s.claimed(somchai, "400")+"/approve", `{"note":"seen"}`))
}

func TestAClaimInKipHasNoAtt(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	for who, want := range map[id.MemberID]string{bounmy: "KEY_INVALID", somchai: ""} {
		if answer := s.As(who).Do(http.MethodPost, "/api/wallet/add", `{"amount":100.5}`); answer.Code() != want && want != "" || want == "" && answer.Status != http.StatusOK {
			t.Errorf("%v: %d %s", who, answer.Status, answer.Body)
		}
	}
}
