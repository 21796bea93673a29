package bonus

import (
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Kind is what a condition comes from.
type Kind string

// The kinds. A member is under one condition at most, of whichever kind.
const (
	FromBonus     Kind = "BONUS"
	FromPromotion Kind = "PROMOTION"
	FromInvite    Kind = "INVITE"
	FromRefund    Kind = "REFUND"
	FromPrize     Kind = "PRIZE"
)

// house gives the house's account that pays credits of a kind.
func (k Kind) house() string {
	switch k {
	case FromInvite:
		return "invite"
	case FromRefund:
		return "refund"
	case FromPrize:
		return "spin"
	default:
		return houseBonus
	}
}

// houseBonus is the house's account of bonuses and promotions, and where what a condition's end takes goes.
const houseBonus = "bonus"

// Bounds of percentages. A condition whose fail percentage is 100 would be lost at once.
const (
	MaxSuccessPercent = 5000
	MaxFailPercent    = 99
)

// Terms say when a condition is met and when it is lost. They are copied when it is opened and never change.
type Terms struct {
	// SuccessPercent: it is met once the credit and what was won since are this percentage of the credit.
	SuccessPercent int `json:"successPercent"`
	// FailPercent: it is lost once the member's money is at or below this percentage of what they had with the credit.
	FailPercent int `json:"failPercent"`
}

// Validate tells what is wrong with the terms. Errors: KEY_INVALID.
func (t Terms) Validate() error {
	if t.SuccessPercent < 0 || t.SuccessPercent > MaxSuccessPercent || t.FailPercent < 0 || t.FailPercent > MaxFailPercent {
		return fault.KeyInvalid.Withf("bonus: terms of %d%% and %d%%", t.SuccessPercent, t.FailPercent)
	}
	return nil
}

// Outcome is how a condition ended; empty while it is active.
type Outcome string

// The outcomes.
const (
	Met  Outcome = "MET"
	Lost Outcome = "LOST"
)

// Condition is what a member is under after a credit of the house.
type Condition struct {
	ID       id.ID
	Member   id.MemberID
	Currency money.Currency
	Kind     Kind
	// Object is what it was opened for: a receipt of a bonus, a refund, a coupon. Each opens one condition at most.
	Object id.ID
	// Name is what it is called, by locale.
	Name Text
	// Amount is the credit, Base what the member had just before it.
	Amount, Base money.Amount
	Terms
	// Won is the sum of the game results booked under it; negative when they lost.
	Won money.Amount
	// Unsettled names games whose next result is left out, because what it tells was played before.
	Unsettled []string
	OpenedAt  time.Time
	// Outcome, EndedAt and Cut, what its end took, are zero while it is active.
	Outcome Outcome
	EndedAt time.Time
	Cut     money.Amount
}

// State is how an active condition stands.
type State string

// The states.
const (
	StateOpen State = "OPEN" // neither met nor lost: it cannot end
	StateMet  State = "MET"
	StateLost State = "LOST"
)

// Progress is how an active condition stands, in the member's own numbers.
type Progress struct {
	Condition
	State State
	// Equity is the member's money: main wallet, games and what is on its way between them.
	Equity money.Amount
	// OwnMoney is what of it is neither the credit nor won: what they had before, and have deposited since.
	OwnMoney money.Amount
	// Needed is what playing must win, Remaining what of it is missing.
	Needed, Remaining money.Amount
	// Minimum is the equity at which it is met, LostAt the one at or below which it is lost.
	Minimum, LostAt money.Amount
	// InGames is what games hold, InTransit what is on its way between them and the main wallet.
	InGames, InTransit money.Amount
	// Taken is what its end has begun to take from games.
	Taken Taken
	// BetsOpen: what they bring may come to a game yet. It is asked where the condition is lost otherwise.
	BetsOpen bool
}

// equity is a member's money that a condition counts: what a withdrawal holds is on its way out.
func equity(wallet ledger.Wallet) money.Amount {
	return wallet.Main + wallet.InTransit + inGames(wallet)
}

func inGames(wallet ledger.Wallet) (sum money.Amount) {
	for _, game := range wallet.Games {
		sum += game.Balance
	}
	return sum
}

// Progress tells how the condition stands beside the wallet. What a member has is what they had, the credit, what they
// won, and what else came in or went out since; so their own money follows from the others, and a deposit raises it in
// its own transaction.
func (c Condition) Progress(wallet ledger.Wallet) Progress {
	p := Progress{Condition: c, State: StateOpen, Equity: equity(wallet), InGames: inGames(wallet), InTransit: wallet.InTransit}
	p.OwnMoney = p.Equity - c.Amount - c.Won
	target := percentUp(c.Amount, c.SuccessPercent)
	p.Needed = max(target-c.Amount, 0)
	p.Remaining = max(target-c.Amount-c.Won, 0)
	p.Minimum = max(p.OwnMoney+target, 0)
	p.LostAt = percentDown(max(p.OwnMoney+c.Amount, 0), c.FailPercent)
	switch {
	case p.Remaining == 0:
		p.State = StateMet
	case p.Equity <= p.LostAt:
		p.State = StateLost
	}
	return p
}

// percentDown and percentUp give a percentage of an amount that is not negative, in whole minor units.
func percentDown(of money.Amount, percent int) money.Amount {
	return of/100*money.Amount(percent) + of%100*money.Amount(percent)/100
}

func percentUp(of money.Amount, percent int) money.Amount {
	return of/100*money.Amount(percent) + (of%100*money.Amount(percent)+99)/100
}
