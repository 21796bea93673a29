package bonus_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/server/bonus"
	"krapao/server/daily"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// propertyTime is for how long new histories begin.
const propertyTime = 12 * time.Second

// Whatever a member, their invitee and the operator do, in whatever order: one condition at most, its terms are those
// of the moment of its promise, each credit is received as often as it was promised, and what the house gave is what
// was promised less what conditions took.
func TestAnySequenceOfCreditsPlayAndWithdrawalsAgreesWithTheModel(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	begun, failed, histories := time.Now(), false, 0
	rapid.Check(t, func(rt *rapid.T) {
		if !failed && time.Since(begun) > propertyTime {
			return
		}
		failed = true // until the end is reached: a history that failed is shrunk however long that takes
		histories++
		h := p.newHistory(rt, histories)
		h.deposit()
		for range rapid.IntRange(8, 25).Draw(rt, "steps") {
			rapid.SampledFrom(steps).Draw(rt, "step").do(h)
			h.agrees()
		}
		failed = false
	})
	t.Logf("%d histories", histories)
}

// step is one thing that somebody does.
type step struct {
	name string
	do   func(h *history)
}

// String names a step in the message of a failure.
func (s step) String() string { return s.name }

var steps = []step{
	{"deposit", (*history).deposit},
	{"transfer in", func(h *history) { h.transfer("WALLET", h.game()) }},
	{"transfer out", func(h *history) { h.transfer(h.game(), "WALLET") }},
	{"win or lose", (*history).playRound}, {"win or lose", (*history).playRound}, {"lose nearly all", (*history).loseNearlyAll}, {"win enough", (*history).winEnough},
	{"open a bet", (*history).openBet}, {"settle a bet", (*history).settleBet}, {"settle a bet", (*history).settleBet},
	{"half a deposit", func(h *history) { h.activate(halfBonus, h.half()) }},
	{"fixed bonus", func(h *history) { h.activate(fixedBonus, baht(40)) }},
	{"promotion", (*history).promote},
	{"clear", (*history).clear}, {"clear", (*history).clear},
	{"withdraw", (*history).withdraw}, {"play a condition out", (*history).playOut}, {"cancel", (*history).cancel}, {"cancel", (*history).cancel},
	{"reserve", (*history).reserve}, {"pay", (*history).pay}, {"invite", (*history).receiveInvite},
	{"the invitee loses", (*history).inviteeLoses}, {"the next day", (*history).nextDay}, {"the next day", (*history).nextDay},
	{"other promises", func(h *history) {
		h.promise(bonus.Terms{SuccessPercent: rapid.SampledFrom([]int{100, 110, 150, 300}).Draw(h.rt, "success"), FailPercent: rapid.IntRange(0, 99).Draw(h.rt, "fail")})
	}},
}

func (h *history) game() string { return rapid.SampledFrom([]string{pg, jili}).Draw(h.rt, "game") }

// amount draws one from a baht on.
func (h *history) amount(most int64) money.Amount {
	return tens(rapid.Int64Range(10, most/10).Draw(h.rt, "amount"))
}

// tens is so many times ten satang: of what games hold, other satang are magic at the simulated providers.
func tens(count int64) money.Amount { return 10 * money.Amount(count) }

func (h *history) activate(code string, worth money.Amount) {
	want := ""
	switch {
	case h.condition != nil && h.condition.kind == bonus.FromBonus && h.condition.code == code:
		want = "BONUS_ALREADY_ACTIVE"
	case h.condition != nil:
		want = "BONUS_REMAINING"
	case h.received[code] == 2:
		want = "BONUS_MAX_CLAIMED"
	case worth == 0 || h.betsOpen():
		want = "BONUS_CONDITION"
	}
	h.call(want, http.MethodPost, "/api/bonus/activate/"+code, "")
	if want != "" {
		return
	}
	h.received[code]++
	if code == halfBonus {
		h.deposits = h.deposits[:len(h.deposits)-1]
	}
	h.credit(promised{bonus.FromBonus, code, worth, h.terms})
}

func (h *history) promote() {
	want := ""
	switch {
	case h.received[code] == 1:
		want = "PROMOTION_RECEIVED"
	case h.condition != nil:
		want = "BONUS_REMAINING"
	case h.betsOpen():
		want = "BONUS_CONDITION"
	}
	h.call(want, http.MethodPost, "/api/promotion/activate/"+code, "")
	if want == "" {
		h.received[code]++
		h.credit(promised{bonus.FromPromotion, code, baht(30), h.terms})
	}
}

func (h *history) clear() {
	want := ""
	switch {
	case h.condition == nil:
		want = "NO_DATA"
	case h.state() == bonus.StateOpen:
		want = "BONUS_CONDITION"
	}
	lost := h.condition != nil && h.state() == bonus.StateLost
	h.call(want, http.MethodPost, clearing, "")
	if want != "" {
		return
	}
	if lost {
		h.given -= h.games[pg] + h.games[jili]
		h.games[pg], h.games[jili] = 0, 0
	}
	h.condition = nil
}

func (h *history) withdraw() {
	amount, want := h.amount(150_00), ""
	switch {
	case h.withdrawn != "":
		want = "WITHDRAW_PENDING"
	case h.condition != nil && h.state() != bonus.StateMet:
		want = "BONUS_REMAINING"
	case amount > h.main:
		want = "MONEY_NOT_ENOUGH"
	}
	body := h.call(want, http.MethodPost, "/api/wallet/withdraw", fmt.Sprintf(`{"amount":%v}`, amount))
	if want != "" {
		return
	}
	h.withdrawn = h.reference(body)
	h.main, h.held, h.deposits, h.cut = h.main-amount, amount, nil, 0
	if h.condition != nil {
		h.cut = h.main
		h.given -= h.cut
		h.main, h.condition = 0, nil
	}
}

// cancel takes the withdrawal back, and with it what its condition cut.
func (h *history) cancel() {
	if h.withdrawn == "" {
		return
	}
	if left := read[portal.Withdrawal](h.product, h.call("", http.MethodPost, "/api/wallet/withdrawals/"+h.withdrawn+"/cancel", "")).CutAmount; left != 0 {
		h.fail("%v are said to be cut still", left)
	}
	h.main += h.held + h.cut
	h.given += h.cut
	h.withdrawn, h.held, h.cut = "", 0, 0
}

// worth is a percentage of a loss, rounded down, up to a cap.
func worth(loss money.Amount, percent, most money.Amount) money.Amount {
	return min(max(loss, 0)*percent/100, most)
}

func (h *history) reserve() {
	want := ""
	switch {
	case h.reserved == nil && h.refund > 0 && h.condition != nil:
		want = "REFUND_CONDITION"
	case h.reserved == nil && h.refund > 0:
	case h.reserved == nil && h.played && worth(-h.result, refundPercent, refundCap) == 0:
		want = "REFUND_MINIMUM"
	default:
		want = "NO_REFUND"
	}
	h.call(want, http.MethodPost, "/api/refund/receive", "")
	if want == "" {
		h.reserved, h.refund = &promised{bonus.FromRefund, "", h.refund, h.terms}, 0
	}
}

func (h *history) pay() {
	want := ""
	switch {
	case h.reserved != nil && (h.condition != nil || h.betsOpen()):
		want = "REFUND_CONDITION"
	case h.reserved != nil:
	case h.played && worth(-h.result, refundPercent, refundCap) == 0:
		want = "REFUND_MINIMUM"
	default:
		want = "NO_REFUND"
	}
	h.call(want, http.MethodPost, "/api/refund/addWallet", "")
	if want == "" {
		paid := *h.reserved
		h.reserved = nil
		h.credit(paid)
	}
}

func (h *history) inviteeLoses() {
	amount := h.amount(400_00)
	h.loseOf(h.invitee, amount)
	h.did = append(h.did, fmt.Sprintf("the invitee lost %v", amount))
	h.lost += amount
	h.inviteeHasLost = true
}

func (h *history) receiveInvite() {
	want := ""
	switch {
	case h.waiting == 0 && h.inviteeHasLost:
		want = "NO_INVITE_BONUS"
	case h.waiting == 0:
		want = "NO_INVITEE_PLAY_INFO"
	case h.condition != nil || h.betsOpen():
		want = "BONUS_REMAINING"
	}
	h.call(want, http.MethodPost, "/api/invite/bonus", "")
	if want == "" {
		amount := h.waiting
		h.waiting = 0
		h.credit(promised{bonus.FromInvite, "", amount, h.terms})
	}
}

// nextDay has midnight pass in Bangkok, and the day's work be done twice. No day ends with a win: what a later day
// would make of it is a rule of its own.
func (h *history) nextDay() {
	if h.today > 0 {
		h.loseOf(h.member, h.today)
		h.today = 0
	}
	h.day = h.day.Add(1)
	h.Clock.Set(h.day.Time.Add(time.Hour)) // 8 in the morning in Bangkok
	for range 2 {
		for more := true; more; {
			refunds, err := h.App.Rebates.Accrue(h.t.Context(), daily.Before(h.Clock.Now()))
			if err != nil {
				h.t.Fatal(err)
			}
			invites, err := h.App.Referrals.Accrue(h.t.Context(), daily.Before(h.Clock.Now()))
			if err != nil {
				h.t.Fatal(err)
			}
			more = refunds || invites
		}
	}
	h.did = append(h.did, "the next day")
	h.waiting += worth(h.lost, invitePercent, inviteCap)
	h.refund, h.result, h.played = worth(-h.today, refundPercent, refundCap), h.today, h.playedToday
	if h.betsOpen() { // what they staked may not be lost
		h.refund = 0
	}
	h.today, h.lost, h.playedToday = 0, 0, false
	h.received[halfBonus] = 0
}
