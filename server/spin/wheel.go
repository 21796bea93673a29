package spin

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"krapao/server/money"
)

// Limits of a wheel.
const (
	MinSlices      = 2
	MaxSlices      = 24
	MaxWeight      = 1_000_000_000
	MaxCoinPerSpin = 1_000
	maxLabel       = 40
	maxName        = 80
	maxHTML        = 4_000
	maxDays        = 366

	maxSuccessPercent = 5_000
	maxFailPercent    = 99
)

// Text is a text in the product's languages: th, la and en. A reader without one gets English.
type Text map[string]string

// In gives the text in a language.
func (t Text) In(locale string) string {
	if text := t[locale]; text != "" {
		return text
	}
	return t["en"]
}

// PrizeType is what a coupon gives.
type PrizeType string

// The types.
const (
	Cash  PrizeType = "CASH"  // money, into the main wallet
	Bonus PrizeType = "BONUS" // money, into the main wallet, under a condition
	Coins PrizeType = "COIN"  // coins for more spins
	Code  PrizeType = "CODE"  // a code that the claim shows, for a promotion or a partner
	Item  PrizeType = "ITEM"  // something that the operator hands out
)

// Terms say when the condition of a BONUS is met and when it is lost. Both are 0 of any other prize.
type Terms struct {
	// SuccessPercent: met once the prize and what was won since are this percentage of the prize.
	SuccessPercent int `json:"successPercent,omitempty"`
	// FailPercent: lost at or below this percentage of the money with the prize.
	FailPercent int `json:"failPercent,omitempty"`
}

// Prize is what a sector gives.
type Prize struct {
	Type PrizeType `json:"type"`
	// Name is the prize's name for members.
	Name Text `json:"name"`
	// Amount is what a CASH or BONUS prize pays, in minor units; Coins what a COIN prize gives.
	Amount money.Amount `json:"amount,omitempty"`
	Coins  int          `json:"coins,omitempty"`
	Terms
	// Code is what a claim of a CODE shows.
	Code string `json:"code,omitempty"`
	// Cost is what a CODE or ITEM costs the house, in minor units; Amount says it of CASH and BONUS.
	Cost money.Amount `json:"cost,omitempty"`
	// HTML describes the prize; it is sanitised when it is written.
	HTML Text `json:"html,omitempty"`
	// Days is how long the coupon can be claimed; 0 is for good.
	Days int `json:"days"`
}

// Slice is a sector of the wheel.
type Slice struct {
	// Code names it in spins and proofs.
	Code string `json:"code"`
	// Label is what is written on it.
	Label Text `json:"label"`
	// Background and Foreground are CSS hexadecimal colours.
	Background string `json:"background"`
	Foreground string `json:"foreground"`
	Weight     int64  `json:"weight"`
	Prize      Prize  `json:"prize"`
}

// Wheel is one version of a wheel. A version never changes: an edit makes the next one.
type Wheel struct {
	// Code is the operator's name for it.
	Code string
	// Version counts its edits from 1.
	Version  int
	Currency money.Currency
	// Name is the wheel's name for members.
	Name Text
	// CoinPerSpin is how many coins a spin takes.
	CoinPerSpin int
	// Slices are the sectors, clockwise.
	Slices []Slice
	// Open: members may spin it from From until before Until (zero: without an end).
	Open        bool
	From, Until time.Time
}

// Weights gives the sectors' weights in the wheel's order.
func (w Wheel) Weights() []Weight {
	weights := make([]Weight, len(w.Slices))
	for i, slice := range w.Slices {
		weights[i] = Weight{slice.Code, slice.Weight}
	}
	return weights
}

// Slice gives a sector by its code.
func (w Wheel) Slice(code string) (Slice, bool) {
	at := slices.IndexFunc(w.Slices, func(slice Slice) bool { return slice.Code == code })
	if at < 0 {
		return Slice{}, false
	}
	return w.Slices[at], true
}

var (
	codeForm   = regexp.MustCompile(`^[A-Z0-9_]{1,20}$`)
	colourForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)
)

// Validate tells what is wrong with a wheel that an operator wrote.
func (w Wheel) Validate() error {
	switch {
	case !codeForm.MatchString(w.Code):
		return fmt.Errorf("spin: code %.20q", w.Code)
	case !w.Currency.Valid():
		return fmt.Errorf("spin: currency %.20q", w.Currency)
	case w.CoinPerSpin < 1 || w.CoinPerSpin > MaxCoinPerSpin:
		return fmt.Errorf("spin: %d coins a spin", w.CoinPerSpin)
	case len(w.Slices) < MinSlices || len(w.Slices) > MaxSlices:
		return fmt.Errorf("spin: %d sectors", len(w.Slices))
	case w.From.IsZero() || !w.Until.IsZero() && !w.Until.After(w.From):
		return fmt.Errorf("spin: open from %v until %v", w.From, w.Until)
	}
	if err := w.Name.validate("name", maxName, true); err != nil {
		return err
	}
	var sum int64
	seen := map[string]bool{}
	for _, slice := range w.Slices {
		if seen[slice.Code] {
			return fmt.Errorf("spin: two sectors %s", slice.Code)
		}
		seen[slice.Code] = true
		if err := slice.validate(); err != nil {
			return err
		}
		sum += slice.Weight
	}
	if sum == 0 {
		return fmt.Errorf("spin: no sector can come")
	}
	return nil
}

func (s Slice) validate() error {
	switch {
	case !codeForm.MatchString(s.Code):
		return fmt.Errorf("spin: sector %.20q", s.Code)
	case s.Weight < 0 || s.Weight > MaxWeight:
		return fmt.Errorf("spin: weight %d", s.Weight)
	case !colourForm.MatchString(s.Background) || !colourForm.MatchString(s.Foreground):
		return fmt.Errorf("spin: colours %.10q and %.10q", s.Background, s.Foreground)
	}
	if err := s.Label.validate("label", maxLabel, true); err != nil {
		return err
	}
	return s.Prize.validate()
}

func (p Prize) validate() error {
	handed, paid := p.Type == Code || p.Type == Item, p.Type == Cash || p.Type == Bonus
	switch {
	case !slices.Contains([]PrizeType{Cash, Bonus, Coins, Code, Item}, p.Type):
		return fmt.Errorf("spin: prize %.20q", p.Type)
	case paid != (p.Amount > 0) || p.Amount < 0 || p.Amount > money.Max:
		return fmt.Errorf("spin: a prize %s of %v", p.Type, p.Amount)
	case (p.Type == Coins) != (p.Coins > 0) || p.Coins < 0 || p.Coins > MaxCoinPerSpin:
		return fmt.Errorf("spin: a prize %s of %d coins", p.Type, p.Coins)
	case (p.Type == Bonus) != (p.SuccessPercent > 0) || p.SuccessPercent < 0 || p.SuccessPercent > maxSuccessPercent,
		p.FailPercent < 0 || p.FailPercent > maxFailPercent || p.Type != Bonus && p.FailPercent != 0:
		return fmt.Errorf("spin: a prize %s under a condition of %d%% and %d%%", p.Type, p.SuccessPercent, p.FailPercent)
	case p.Cost < 0 || p.Cost > money.Max || !handed && p.Cost != 0:
		return fmt.Errorf("spin: a prize %s that costs %v", p.Type, p.Cost)
	case (p.Type == Code) != (p.Code != "") || len(p.Code) > 64 || strings.TrimSpace(p.Code) != p.Code:
		return fmt.Errorf("spin: a prize %s with the code %.10q", p.Type, p.Code)
	case p.Days < 0 || p.Days > maxDays:
		return fmt.Errorf("spin: a coupon of %d days", p.Days)
	}
	if err := p.Name.validate("prize", maxName, true); err != nil {
		return err
	}
	return p.HTML.validate("description", maxHTML, false)
}

func (t Text) validate(what string, longest int, needed bool) error {
	for locale, text := range t {
		if !slices.Contains([]string{"th", "la", "en"}, locale) {
			return fmt.Errorf("spin: %s in %.10q", what, locale)
		}
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > longest {
			return fmt.Errorf("spin: %s in %s beyond %d characters", what, locale, longest)
		}
	}
	if needed && strings.TrimSpace(t["en"]) == "" {
		return fmt.Errorf("spin: no English %s", what)
	}
	return nil
}

// Current tells whether members may spin the wheel at a moment.
func (w Wheel) Current(at time.Time) bool {
	return w.Open && !at.Before(w.From) && (w.Until.IsZero() || at.Before(w.Until))
}

// Cost is what a spin costs the house on average, in minor units of the wheel's currency, rounded up. Coins that a spin
// gives back are spun again, so they raise the cost. unbounded: it gives back as many as it takes, or more.
func (w Wheel) Cost() (cost money.Amount, unbounded bool) {
	sum, paid, coins := new(big.Int), new(big.Int), new(big.Int)
	for _, slice := range w.Slices {
		weight := big.NewInt(slice.Weight)
		sum.Add(sum, weight)
		paid.Add(paid, new(big.Int).Mul(weight, big.NewInt(int64(slice.Prize.Amount+slice.Prize.Cost))))
		coins.Add(coins, new(big.Int).Mul(weight, big.NewInt(int64(slice.Prize.Coins))))
	}
	// paid/sum for a spin, and coins/(sum*taken) of a spin again, and so on: paid*taken / (sum*taken - coins).
	taken := big.NewInt(int64(w.CoinPerSpin))
	kept := new(big.Int).Sub(new(big.Int).Mul(sum, taken), coins)
	if kept.Sign() <= 0 {
		return 0, true
	}
	whole, rest := new(big.Int).DivMod(new(big.Int).Mul(paid, taken), kept, new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return money.Amount(whole.Int64()), !whole.IsInt64() || whole.Int64() > int64(money.Max)
}

// Chances gives how likely each sector is, in percent, in the wheel's order.
func (w Wheel) Chances() []float64 {
	var sum float64
	for _, slice := range w.Slices {
		sum += float64(slice.Weight)
	}
	chances := make([]float64, len(w.Slices))
	for i, slice := range w.Slices {
		chances[i] = 100 * float64(slice.Weight) / sum
	}
	return chances
}
