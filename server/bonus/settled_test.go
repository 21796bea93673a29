package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/rebate"
	"krapao/server/referral"
	"krapao/server/spin"
)

const refreshing = "/api/wallet/refresh/slot"

// lose has a member with money at PG lose 100 baht of it.
func (p *product) lose(member id.MemberID) {
	p.t.Helper()
	p.play(member, pg, "100", "0")
	p.ok(member, http.MethodPost, refreshing, "")
}

// dayOver lets the day go by, and has the queue's work for it done.
func (p *product) dayOver(work postgres.WorkDay) {
	p.t.Helper()
	day := daily.On(p.Clock.Now())
	p.Clock.Advance(24 * time.Hour)
	for more := true; more; {
		var err error
		if more, err = work(p.t.Context(), day); err != nil {
			p.t.Fatal(err)
		}
	}
}

// refundRule opens refunds of half a loss, inviteRule invite bonuses of half an invitee's.
func (p *product) refundRule() {
	p.t.Helper()
	if err := p.App.Rebates.PutRule(p.t.Context(), rebate.Rule{
		Currency: money.Baht, Open: true, Percent: 50, Cap: baht(1000), Terms: rebate.Terms{SuccessPercent: 300, FailPercent: 10}, ReviewAbove: baht(1000),
		Info: content.Text{"en": "<p>Half back.</p>"},
	}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *product) inviteRule() {
	p.t.Helper()
	if err := p.App.Referrals.PutRule(p.t.Context(), referral.Rule{
		Currency: money.Baht, Open: true, Percent: 50, Cap: baht(1000), Terms: referral.Terms{SuccessPercent: 300, FailPercent: 10}, ReviewAbove: baht(1000),
	}); err != nil {
		p.t.Fatal(err)
	}
}

// earnRefund has somchai, who has money at PG, reserve a refund of 50 baht, and earnInvite earn 50 baht by malee.
func (p *product) earnRefund() {
	p.t.Helper()
	p.refundRule()
	p.lose(somchai)
	p.dayOver(p.App.Rebates.Accrue)
	p.ok(somchai, http.MethodPost, "/api/refund/receive", "")
}

func (p *product) earnInvite() {
	p.t.Helper()
	p.inviteRule()
	p.invitee()
	p.lose(malee)
	p.dayOver(p.App.Referrals.Accrue)
}

// invitee has malee join by somchai's invitation, with money at PG.
func (p *product) invitee() {
	p.t.Helper()
	p.Clock.Advance(time.Minute)
	p.invited = somchai
	p.join(malee)
	p.deposit(malee, baht(500))
	p.ok(malee, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":500}`)
}

// winPrize has somchai, whose deposit of 1,000 baht brings a coin, win a coupon of 50 baht under a condition, which is
// all that the wheel gives.
func (p *product) winPrize() (coupon string) {
	p.t.Helper()
	prize := spin.Prize{Type: spin.Bonus, Name: spin.Text{"en": "Bonus 50"}, Amount: baht(50), Terms: spin.Terms{SuccessPercent: 200, FailPercent: 10}}
	wheel := spin.Wheel{Code: "LUCKY", Currency: money.Baht, Name: spin.Text{"en": "Lucky wheel"}, CoinPerSpin: 1, Open: true, From: epoch}
	for _, code := range []string{"S1", "S2"} {
		wheel.Slices = append(wheel.Slices, spin.Slice{Code: code, Label: prize.Name, Background: "#f7b500", Foreground: "#1a1a1a", Weight: 1, Prize: prize})
	}
	if _, err := p.App.Spin.PutWheel(p.t.Context(), wheel); err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.book.Post(p.t.Context(), ledger.Transaction{
		Key: "coin/credit", Kind: ledger.Deposit, MemberID: somchai, Currency: money.Baht, At: p.Clock.Now(), External: &ledger.External{Source: "test", ID: "coin"},
		Postings: []ledger.Posting{
			{Account: ledger.Main(somchai), Amount: baht(1000)}, {Account: ledger.Clearing("payment", money.Baht), Amount: -baht(1000)},
			{Account: ledger.Coins(somchai), Amount: 1}, {Account: ledger.House("spin", ledger.Coin), Amount: -1},
		},
	}); err != nil {
		p.t.Fatal(err)
	}
	return read[portal.SpinResponse](p, p.ok(somchai, http.MethodPost, "/api/spinwheel/spin", "")).Result.CouponID
}

func TestWhateverAConditionCameFromItCountsTheFirstResultAfterIt(t *testing.T) {
	t.Parallel()
	for name, receive := range map[string]func(p *product){
		"a refund": func(p *product) {
			p.earnRefund()
			p.ok(somchai, http.MethodPost, "/api/refund/addWallet", "")
		},
		"an invite bonus": func(p *product) {
			p.earnInvite()
			p.ok(somchai, http.MethodPost, "/api/invite/bonus", "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProduct(t)
			p.deposit(somchai, baht(1000))
			p.ok(somchai, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"PG","amount":500}`)
			receive(p)
			p.play(somchai, pg, "0", "20")
			p.Clock.Advance(time.Minute)
			p.ok(somchai, http.MethodPost, refreshing, "")
			if now := p.minimum(somchai).Progress; now == nil || now.Bonus != baht(50) || now.Won != baht(20) {
				t.Errorf("%+v", now)
			}
		})
	}
}
