package bonus_test

import (
	"fmt"
	"net/http"

	"pgregory.net/rapid"

	"krapao/server/money"
)

func (h *history) deposit() {
	amount := h.amount(200_00)
	h.product.deposit(h.member, amount)
	h.did = append(h.did, fmt.Sprintf("deposit of %v", amount))
	h.main += amount
	h.deposits = append(h.deposits, amount)
}

func (h *history) transfer(from, to string) {
	amount, have := h.amount(100_00), h.main
	if from != "WALLET" {
		have = h.games[from]
	}
	want := ""
	if amount > have {
		want = "MONEY_NOT_ENOUGH"
	}
	h.call(want, http.MethodPost, "/api/wallet/transfer", fmt.Sprintf(`{"from":%q,"to":%q,"amount":%v}`, from, to, amount))
	if want != "" {
		return
	}
	sign := money.Amount(1)
	if from != "WALLET" {
		sign = -1
	}
	h.main -= sign * amount
	h.games[to] += max(sign, 0) * amount
	h.games[from] += min(sign, 0) * amount
	delete(h.games, "WALLET")
}

func (h *history) playRound() {
	code := h.game()
	if h.games[code] == 0 {
		return
	}
	stake := tens(rapid.Int64Range(1, int64(h.games[code]/10)).Draw(h.rt, "stake"))
	h.settle(code, stake, tens(rapid.Int64Range(0, int64(stake/5)).Draw(h.rt, "payout")))
}

func (h *history) loseNearlyAll() {
	code := h.game()
	if left := tens(rapid.Int64Range(0, 9).Draw(h.rt, "left")); h.games[code] > left {
		h.settle(code, h.games[code]-left, 0)
	}
}

// winEnough wins what the condition asks for, or a part of ten satang less.
func (h *history) winEnough() {
	code := h.game()
	if h.condition == nil || h.games[code] == 0 {
		return
	}
	needed := h.condition.amount*money.Amount(h.condition.SuccessPercent)/100 - h.condition.amount - h.condition.won
	if payout := tens(int64(needed/10) + rapid.Int64Range(0, 1).Draw(h.rt, "more") + 1); payout > 0 {
		h.settle(code, tens(1), payout)
	}
}

// playOut takes some of the house's credit into a game, wins enough there and withdraws.
func (h *history) playOut() {
	if h.condition == nil {
		h.activate(fixedBonus, baht(40))
	}
	h.transfer("WALLET", h.game())
	h.winEnough()
	h.withdraw()
}

func (h *history) settle(code string, stake, payout money.Amount) {
	h.play(h.member, code, stake.String(), payout.String())
	h.did = append(h.did, fmt.Sprintf("%v of %s became %v", stake, code, payout))
	h.won(code, payout-stake)
}

// won is what a refresh finds at a game.
func (h *history) won(code string, result money.Amount) {
	h.refresh()
	h.games[code] += result
	h.today += result
	h.playedToday = h.playedToday || result != 0
	if h.condition != nil {
		h.condition.won += result
	}
}

func (h *history) openBet() {
	code := h.game()
	if h.games[code] == 0 {
		return
	}
	stake := tens(rapid.Int64Range(1, int64(h.games[code]/10)).Draw(h.rt, "stake"))
	h.bet(h.member, code, fmt.Sprintf(`{"phase":"OPEN","stake":"%v"}`, stake))
	h.did = append(h.did, fmt.Sprintf("%v of %s were staked", stake, code))
	h.inPlay[code] += stake
	h.won(code, -stake)
}

// settleBet settles all that is open at a game.
func (h *history) settleBet() {
	code := h.game()
	stake := h.inPlay[code]
	if stake == 0 {
		return
	}
	payout := tens(rapid.Int64Range(0, int64(stake/5)).Draw(h.rt, "payout"))
	h.bet(h.member, code, fmt.Sprintf(`{"phase":"SETTLE","stake":"%v","payout":"%v"}`, stake, payout))
	h.did = append(h.did, fmt.Sprintf("the stake of %v at %s became %v", stake, code, payout))
	h.inPlay[code] = 0
	h.won(code, payout)
}

// half is what the latest deposit that was not used brings; 0: nothing.
func (h *history) half() money.Amount {
	if len(h.deposits) == 0 || h.deposits[len(h.deposits)-1] < baht(20) {
		return 0
	}
	return min(h.deposits[len(h.deposits)-1]/2, baht(60))
}
