package deposit_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/channel"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
)

// give makes a gift link at the e-wallet, as somebody with this phone does.
func (s *intakeEnv) give(phone, amount string) (link string) {
	s.t.Helper()
	answer := portaltest.ClientOf(s.t, s.Parties).Do(http.MethodPost, "/ewallet/gift-links", fmt.Sprintf(`{"amount":%q,"phone":%q}`, amount, phone))
	var made struct{ Link string }
	if err := json.Unmarshal(answer.Body, &made); err != nil || made.Link == "" {
		s.t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return made.Link
}

func (s *intakeEnv) sendLink(who id.MemberID, link string, headers ...portaltest.Header) portaltest.Answer {
	s.t.Helper()
	body, err := json.Marshal(map[string]string{"link": link})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.As(who).Do(http.MethodPost, "/api/wallet/truelink", string(body), headers...)
}

// answered fails unless a link's answer is this one: a code, or a status.
func (s *intakeEnv) answered(answer portaltest.Answer, want string) {
	s.t.Helper()
	got := answer.Code()
	if answer.Status == http.StatusOK {
		var body struct{ Status string }
		_ = json.Unmarshal(answer.Body, &body) // a body that is none has no status
		got = body.Status
	}
	if got != want {
		s.t.Errorf("%d %s, want %s", answer.Status, answer.Body, want)
	}
}

// dialled counts the calls to the e-wallet.
func (s *intakeEnv) dialled() int64 { return s.Calls.Load() }

func sealed(t *testing.T, key []byte, text string) string {
	t.Helper()
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	iv := make([]byte, gcm.NonceSize())
	_, _ = rand.Read(iv) // does not fail
	return base64.StdEncoding.EncodeToString(gcm.Seal(iv, iv, []byte(text), nil))
}

func (s *intakeEnv) siteKey() []byte {
	s.t.Helper()
	settings, err := s.App.Site.Settings(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return settings.GiftLinkKey
}

func TestAGiftLinkOfTheirOwnPhoneCredits(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(s *intakeEnv, link string) string{
		"plain":              func(_ *intakeEnv, link string) string { return link + "::KRAPAO CO LTD" },
		"without a name":     func(_ *intakeEnv, link string) string { return link },
		"encoded":            func(s *intakeEnv, link string) string { return sealed(s.t, s.siteKey(), link+"::KRAPAO CO LTD") },
		"without the slash":  func(_ *intakeEnv, link string) string { return strings.Replace(link, "/?", "?", 1) },
		"with blanks around": func(_ *intakeEnv, link string) string { return "  " + link + "  " },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			s.answered(s.sendLink(somchai, write(s, s.give("0812345678", "100"))), "SUCCESS")
			s.wantBalance(somchai, hundred)
			if story := s.story(somchai); story != "1 GIFT_LINK TRUE 100.00 SUCCESS STARTED PAID CREDITED" {
				t.Errorf("the member sees %q", story)
			}
		})
	}
}

func TestWhatIsNoGiftLinkIsRefusedAndNothingIsDialled(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	const hash = "0a1B2c3D4e5F6g7H8i"
	before := s.dialled()
	for i, link := range []string{
		"http://gift.truemoney.com/campaign/?v=" + hash, "https://gift.truemoney.com.evil.example/campaign/?v=" + hash, "https://evil.example/campaign/?v=" + hash,
		"https://gift.truemoney.com@evil.example/campaign/?v=" + hash, "https://evil.example@gift.truemoney.com/campaign/?v=" + hash,
		"https://gift.truemoney.com:8443/campaign/?v=" + hash, "https://GIFT.truemoney.com.:443/campaign/?v=" + hash, "https://127.0.0.1/campaign/?v=" + hash,
		"https://[::1]/campaign/?v=" + hash, "https://169.254.169.254/latest/meta-data/?v=" + hash, "https://localhost/campaign/?v=" + hash,
		"https://gift.truemoney.com/campaign/../admin?v=" + hash, "https://gift.truemoney.com//evil.example/campaign/?v=" + hash,
		"https://gift.truemoney.com/campaign/%2e%2e/?v=" + hash, "https://gift.truemoney.com/?v=" + hash, "https://gift.truemoney.com/campaign/voucher?v=" + hash,
		"https://gift.truemoney.com/campaign/?v=" + hash + "&v=other1234", "https://gift.truemoney.com/campaign/?v=" + hash + "&next=https://evil.example",
		"https://gift.truemoney.com/campaign/?v=../../" + hash, "https://gift.truemoney.com/campaign/?v=" + hash + "%0d%0aHost:evil", "https://gift.truemoney.com/campaign/?v=",
		"https://gift.truemoney.com/campaign/?v=short", "https://gift.truemoney.com/campaign/?v=" + strings.Repeat("a", 65), "https://gift.truemoney.com/campaign/?w=" + hash,
		"https://gift.truemoney.com/campaign/?v=" + hash + "#fragment", "file:///campaign/?v=" + hash, "gopher://gift.truemoney.com/campaign/?v=" + hash,
		"javascript://gift.truemoney.com/campaign/?v=" + hash, "//gift.truemoney.com/campaign/?v=" + hash, hash, "aGVsbG8=", "::", "%", "https://",
		sealed(t, make([]byte, 32), "https://gift.truemoney.com/campaign/?v="+hash), sealed(t, s.siteKey(), "https://evil.example/campaign/?v="+hash),
		"https://gift.truemoney.com\\@evil.example/campaign/?v=" + hash, "https://ｇift.truemoney.com/campaign/?v=" + hash,
	} {
		if i%4 == 0 {
			s.Clock.Advance(time.Minute)
		}
		if answer := s.sendLink(somchai, link); answer.Code() != "TRUELINK_INVALID" {
			t.Errorf("%q: %d %s", link, answer.Status, answer.Body)
		}
	}
	if after := s.dialled(); after != before {
		t.Errorf("%d dials", after-before)
	}
	if links := s.count("gift_link"); links != 0 {
		t.Errorf("%d vouchers are claimed", links)
	}
}

func TestAGiftThatTheEWalletDoesNotPayIsInvalid(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.answered(s.sendLink(somchai, "https://gift.truemoney.com/campaign/?v=Nobody1234"), "TRUELINK_INVALID")
	own := s.give(houseLink, "100")
	s.answered(s.sendLink(somchai, own), "TRUELINK_INVALID")
	old := s.give("0812345678", "100")
	s.Clock.Advance(73 * time.Hour)
	s.answered(s.sendLink(somchai, old, key("old")), "TRUELINK_INVALID")
	s.answered(s.sendLink(somchai, old, key("old")), "TRUELINK_INVALID") // the same answer again
	s.answered(s.sendLink(somchai, old), "TRUELINK_DUPLICATE")
	s.wantBalance(somchai, 0)
	if story := s.story(somchai); story != "3 GIFT_LINK TRUE 0.00 FAILED STARTED FAILED" {
		t.Errorf("the member sees %q", story)
	}
}

func TestFiftyParallelCopiesOfAGiftLinkCreditOnce(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link := s.give("0812345678", "100")
	for i := range parallel { // the limit of a member is not the guard that is meant
		s.addMember(id.MemberID(20_000_000+i), fmt.Sprintf("09%08d", i), &member.BankAccount{BankCode: "SCB", Number: fmt.Sprintf("77%08d", i), Name: "SOMEBODY ELSE"})
	}
	answers := make([]portaltest.Answer, parallel)
	s.parallel(func(i int) {
		answers[i] = paymenttest.UntilServed(func() portaltest.Answer { return s.sendLink(id.MemberID(20_000_000+i), link) })
	})
	taken := 0
	for _, answer := range answers {
		switch {
		case answer.Status == http.StatusOK:
			taken++
		case answer.Code() != "TRUELINK_DUPLICATE":
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	if taken != 1 {
		t.Errorf("%d were taken", taken)
	}
	s.suspended(money.Baht, hundred, "PAYER_DIFFERS")
	s.sound()
}

func TestFiftyParallelGiftLinksUnderOneKeyHaveOneAnswer(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link := s.give("0812345678", "100")
	s.parallel(func(int) {
		answer := paymenttest.UntilServed(func() portaltest.Answer { return s.sendLink(somchai, link, key("one")) })
		if answer.Status != http.StatusOK { // PENDING while the first one asks the e-wallet
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	})
	s.wantBalance(somchai, hundred)
	s.answered(s.sendLink(somchai, link, key("one")), "SUCCESS")
	s.answered(s.sendLink(somchai, link+"::", key("one")), "IDEMPOTENCY_CONFLICT")
}

func TestAMemberCannotSendGiftLinksWithoutEnd(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	for range 5 {
		s.answered(s.sendLink(somchai, s.give("0812345678", "10")), "SUCCESS")
	}
	s.answered(s.sendLink(somchai, s.give("0812345678", "10")), "REQUEST_LIMIT_1MIN")
	s.Clock.Advance(time.Minute)
	s.answered(s.sendLink(somchai, s.give("0812345678", "10")), "SUCCESS")
	s.wantBalance(somchai, money.Units(60))
}

func TestAGiftThatNeedsTheOperatorIsInSuspense(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		phone, amount string
		want          money.Amount
		reason        string
	}{
		"from another phone": {"0800000000", "100", hundred, "PAYER_DIFFERS"},
		"below two baht":     {"0812345678", "1.99", 199, "BELOW_MINIMUM"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newIntakeEnv(t)
			s.answered(s.sendLink(somchai, s.give(c.phone, c.amount)), "PENDING")
			s.wantBalance(somchai, 0)
			s.suspended(money.Baht, c.want, c.reason)
			if story := s.story(somchai); story != fmt.Sprintf("1 GIFT_LINK TRUE %v PENDING STARTED PAID REVIEW", c.want) {
				t.Errorf("the member sees %q", story)
			}
		})
	}
}

func TestAnotherMembersVoucherIsNotTheirs(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	link := s.give("0812345678", "100")
	s.answered(s.sendLink(somchai, link), "SUCCESS")
	s.answered(s.sendLink(malee, link), "TRUELINK_DUPLICATE")
	s.wantBalance(malee, 0)
	if story := s.story(malee); story != "" {
		t.Errorf("she sees %q", story)
	}
}

func TestTheLaoEditionTakesNoGiftLinks(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t, laos)
	link := s.give("0812345678", "100")
	before := s.dialled()
	s.answered(s.sendLink(somchai, link), "TRUELINK_INVALID")
	s.answered(s.sendLink(bounmy, link), "TRUELINK_INVALID")
	if s.dialled() != before {
		t.Error("the e-wallet was asked")
	}
}

func TestALineOfTheEWalletForGiftLinksCreditsNothingMore(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	s.answered(s.sendLink(somchai, s.give("0812345678", "100")), "SUCCESS")
	s.arrived(fed{bank: "TRUE", account: houseLink}, withPhone(s.lineFrom(somchai, hundred), "0812345678"))
	s.later(40 * time.Minute)
	s.wantBalance(somchai, hundred)
	s.suspended(money.Baht, 0, "")
}

func TestAGiftBelowTheMinimumThatMembersAreShownNeedsTheOperator(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	if err := s.App.Channels.PutChannels(t.Context(), channel.Channel{
		Code: "TRUELINK", Kind: channel.Wallet, BankCode: "TRUE", Mode: channel.Link, NameTH: "TRUE", NameEN: "TRUE", AccountName: "KRAPAO CO LTD", AccountNo: houseLink,
		Currency: money.Baht, MinDeposit: money.Units(20), Open: true,
	}); err != nil {
		t.Fatal(err)
	}
	s.answered(s.sendLink(somchai, s.give("0812345678", "19.99")), "PENDING")
	s.suspended(money.Baht, 1999, "BELOW_MINIMUM")
	if review := s.deposits(somchai).Deposits[0].ReviewReason; review == nil || *review != "BELOW_MINIMUM" {
		t.Errorf("the member reads %v", review)
	}
	if queue := s.noi.Do(http.MethodGet, "/operator/suspense", ""); !strings.Contains(string(queue.Body), `"reason":"BELOW_MINIMUM"`) {
		t.Errorf("the operator reads %s", queue.Body)
	}
	s.answered(s.sendLink(somchai, s.give("0812345678", "20")), "SUCCESS")
	s.wantBalance(somchai, money.Units(20))
}

func TestAChannelThatMembersAreNotShownSetsNoMinimumOfGifts(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	other := channel.Channel{
		Code: "TRUEOLD", Kind: channel.Wallet, BankCode: "TRUE", Mode: channel.Link, NameTH: "TRUE", NameEN: "TRUE", AccountName: "KRAPAO CO LTD", AccountNo: houseLink,
		Currency: money.Baht, MinDeposit: money.Units(500), Position: -1,
	}
	kip := other
	kip.Code, kip.Currency, kip.Open = "KIPGIFT", money.Kip, true
	if err := s.App.Channels.PutChannels(t.Context(), other, kip); err != nil {
		t.Fatal(err)
	}
	s.answered(s.sendLink(somchai, s.give("0812345678", "20")), "SUCCESS")
	s.wantBalance(somchai, money.Units(20))
}

func TestAGiftThatWasSentBeforeItsChannelClosedHasTheMinimumThatWasShown(t *testing.T) {
	t.Parallel()
	s := newIntakeEnv(t)
	gifts := channel.Channel{
		Code: "TRUELINK", Kind: channel.Wallet, BankCode: "TRUE", Mode: channel.Link, NameTH: "TRUE", NameEN: "TRUE", AccountName: "KRAPAO CO LTD", AccountNo: houseLink,
		Currency: money.Baht, MinDeposit: money.Units(20), Open: true,
	}
	if err := s.App.Channels.PutChannels(t.Context(), gifts); err != nil {
		t.Fatal(err)
	}
	link := s.give("0812345678", "19.99")
	silent := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	s.Intercept.Store(&silent)
	s.answered(s.sendLink(somchai, link), "PENDING")
	gifts.Open = false
	if err := s.App.Channels.PutChannels(t.Context(), gifts); err != nil {
		t.Fatal(err)
	}
	s.Intercept.Store(nil)
	s.later(time.Minute)
	s.suspended(money.Baht, 1999, "BELOW_MINIMUM")
}
