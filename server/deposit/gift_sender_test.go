package deposit_test

import (
	"net/http"
	"testing"

	"krapao/server/id"
	"krapao/server/money"
)

// TestAVoucherThatAnotherMemberSentIsItsSenders: whose phone gave it is named to the operator and sees it wait; who
// sent the link has no claim to it.
func TestAVoucherThatAnotherMemberSentIsItsSenders(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link := s.give(phones[somchai], "100")
	s.answered(s.sendLink(malee, link), "PENDING")
	s.suspended(money.Baht, hundred, "PAYER_DIFFERS")
	if names := s.named(); names != "S" {
		t.Errorf("the operator reads %q", names)
	}
	if story := s.story(somchai); story != "1 GIFT_LINK TRUE 100.00 PENDING PAID REVIEW" {
		t.Errorf("the sender sees %q", story)
	}
	for range 2 {
		s.answered(s.sendLink(somchai, link, key("one")), "PENDING")
	}
	s.answered(s.sendLink(somchai, link), "PENDING")
	s.answered(s.sendLink(malee, link), "TRUELINK_DUPLICATE")
	if links := s.count("gift_link"); links != 1 {
		t.Errorf("%d vouchers", links)
	}
	s.wantBalance(somchai, 0)
	if answer := s.approve(s.match(s.firstWaiting(), somchai)); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.wantBalance(somchai, hundred)
	s.wantBalance(malee, 0)
	s.answered(s.sendLink(somchai, link, key("one")), "SUCCESS")
	s.answered(s.sendLink(somchai, link), "TRUELINK_DUPLICATE")
	for who, want := range map[id.MemberID]string{
		somchai: "1 GIFT_LINK TRUE 100.00 SUCCESS PAID REVIEW CREDITED", malee: "1 GIFT_LINK TRUE 100.00 FAILED STARTED PAID REVIEW FAILED",
	} {
		if story := s.story(who); story != want {
			t.Errorf("%v sees %q", who, story)
		}
	}
	s.leadsTo(somchai)
	s.wantBalance(somchai, hundred)
}

// TestAVoucherOfAMemberThatGoesElsewhereIsToldTruly: sent back, or credited to who sent it, it is not the sender's any
// more.
func TestAVoucherOfAMemberThatGoesElsewhereIsToldTruly(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		decide                         func(s *intakeEnv, suspense string) string
		sees, sends, othersSees, keyed string
	}{
		"sent back": {
			func(s *intakeEnv, suspense string) string {
				return s.asked(s.noi.Do(http.MethodPost, "/operator/suspense/"+suspense+"/return", `{"note":"sent back"}`))
			}, "1 GIFT_LINK TRUE 100.00 FAILED PAID REVIEW FAILED", "TRUELINK_DUPLICATE", "1 GIFT_LINK TRUE 100.00 FAILED STARTED PAID REVIEW FAILED", "TRUELINK_DUPLICATE",
		},
		"a present": {
			func(s *intakeEnv, suspense string) string { return s.match(suspense, malee) },
			"", "TRUELINK_DUPLICATE", "1 GIFT_LINK TRUE 100.00 SUCCESS STARTED PAID REVIEW CREDITED", "TRUELINK_DUPLICATE",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			link := s.give(phones[somchai], "100")
			s.answered(s.sendLink(malee, link), "PENDING")
			s.answered(s.sendLink(somchai, link, key("one")), "PENDING")
			s.approve(c.decide(s, s.firstWaiting()))
			s.answered(s.sendLink(somchai, link), c.sends)
			s.answered(s.sendLink(somchai, link, key("one")), c.keyed)
			if story := s.story(somchai); story != c.sees {
				t.Errorf("the sender sees %q", story)
			}
			if story := s.story(malee); story != c.othersSees {
				t.Errorf("who sent the link sees %q", story)
			}
			s.leadsTo(malee)
			s.wantBalance(somchai, 0)
		})
	}
}

// TestAVoucherOfASenderNobodyKnowsStaysWithWhoSentTheLink: there is nobody else to name.
func TestAVoucherOfASenderNobodyKnowsStaysWithWhoSentTheLink(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.answered(s.sendLink(malee, s.give("0800000000", "100")), "PENDING")
	s.answered(s.sendLink(malee, s.give(phones[bounmy], "100")), "PENDING") // counts kip
	if names := s.named(); names != "MM" {
		t.Errorf("the operator reads %q", names)
	}
}
