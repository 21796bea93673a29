package bonus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"krapao/server/fault"
	"krapao/server/money"
	"krapao/server/weburl"
)

// Bounds of what an operator may write.
const (
	MaxReceived = 1000
	MaxPercent  = 1000
	MaxQuota    = 100_000_000
	MaxBanners  = 10
	maxName     = 100
	maxHTML     = 4000
)

// Banner is a picture with text.
type Banner struct {
	// Image is a path on this server, without the slash that it begins with.
	Image string `json:"image"`
	HTML  Text   `json:"html"`
}

// Campaign is one version of a bonus or a promotion.
type Campaign struct {
	// Kind is FromBonus or FromPromotion; Code names it among its kind, in capitals.
	Kind Kind   `json:"kind"`
	Code string `json:"code"`
	// Version counts how often it was saved; 0: not yet.
	Version  int            `json:"version"`
	Currency money.Currency `json:"currency"`
	Name     Text           `json:"name"`
	// HTML is a promotion's description; Banners are a bonus's.
	HTML    Text     `json:"description"`
	Banners []Banner `json:"banners"`
	// MaxReceived is how often a member may receive it in a Span. A promotion is received once.
	Span        Span `json:"type"`
	MaxReceived int  `json:"maxReceived"`
	// Percent of the deposit is credited, up to Cap; where it is 0, Fixed is.
	Percent int          `json:"percent"`
	Cap     money.Amount `json:"cap"`
	Fixed   money.Amount `json:"fixed"`
	// MinDeposit is what the deposit must be at least; 0: any, and a fixed amount needs none.
	MinDeposit money.Amount `json:"minDeposit"`
	// Quota is how often it may be received by all members together, over all versions; 0: no bound.
	Quota int `json:"quota"`
	Terms
	// Position orders bonuses on the member's list.
	Position int       `json:"position"`
	Open     bool      `json:"isOpen"`
	From     time.Time `json:"openFrom"`
	Until    time.Time `json:"openUntil"`
}

var (
	codeForm  = regexp.MustCompile(`^[A-Z0-9_-]{1,40}$`)
	locations = []string{"th", "la", "en"}
)

// Validate tells what is wrong with a campaign. Errors: KEY_INVALID.
func (c Campaign) Validate() error {
	wrong := c.validate()
	if wrong == nil {
		return c.Terms.Validate()
	}
	return fault.KeyInvalid.With(wrong)
}

func (c Campaign) validate() error {
	switch {
	case c.Kind != FromBonus && c.Kind != FromPromotion:
		return fmt.Errorf("bonus: a campaign of kind %.20q", c.Kind)
	case !codeForm.MatchString(c.Code) || !c.Currency.Valid():
		return fmt.Errorf("bonus: code %.40q in %.10q", c.Code, c.Currency)
	case !slices.Contains([]Span{Ever, Day, Week}, c.Span) || c.MaxReceived < 1 || c.MaxReceived > MaxReceived:
		return fmt.Errorf("bonus: %d times in %.10q", c.MaxReceived, c.Span)
	case c.Kind == FromPromotion && (c.Span != Ever || c.MaxReceived != 1 || len(c.Banners) > 0):
		return fmt.Errorf("bonus: a promotion is received once, and has no banners")
	case c.Percent < 0 || c.Percent > MaxPercent || (c.Percent > 0) != (c.Cap > 0) || (c.Percent > 0) == (c.Fixed > 0):
		return fmt.Errorf("bonus: %d%% up to %v, or %v", c.Percent, c.Cap, c.Fixed)
	case c.Cap < 0 || c.Fixed < 0 || c.MinDeposit < 0 || c.MinDeposit > money.Max:
		return fmt.Errorf("bonus: amounts of %v, %v and %v", c.Cap, c.Fixed, c.MinDeposit)
	case max(c.Cap, c.Fixed) > money.Max/money.Amount(max(c.Quota, 1)): // its cost is an amount too
		return fmt.Errorf("bonus: %v, %d times", max(c.Cap, c.Fixed), c.Quota)
	case c.Quota < 0 || c.Quota > MaxQuota || c.Position < 0 || c.Position > MaxReceived:
		return fmt.Errorf("bonus: quota %d, position %d", c.Quota, c.Position)
	case c.From.IsZero() || !c.Until.IsZero() && !c.Until.After(c.From):
		return fmt.Errorf("bonus: from %v until %v", c.From, c.Until)
	case len(c.Banners) > MaxBanners:
		return fmt.Errorf("bonus: %d banners", len(c.Banners))
	}
	return c.validateTexts()
}

func (c Campaign) validateTexts() error {
	if err := c.Name.validate("name", maxName, true); err != nil {
		return err
	}
	for _, banner := range c.Banners {
		if !weburl.IsPath("/" + banner.Image) {
			return fmt.Errorf("bonus: a banner's picture %.80q", banner.Image)
		}
		if err := banner.HTML.validate("banner", maxHTML, false); err != nil {
			return err
		}
	}
	return c.HTML.validate("description", maxHTML, false)
}

func (t Text) validate(what string, longest int, needed bool) error {
	for locale, text := range t {
		if !slices.Contains(locations, locale) || !utf8.ValidString(text) || utf8.RuneCountInString(text) > longest {
			return fmt.Errorf("bonus: %s in %.10q beyond %d characters, or in no language of ours", what, locale, longest)
		}
	}
	if needed && strings.TrimSpace(t["en"]) == "" {
		return fmt.Errorf("bonus: no English %s", what)
	}
	return nil
}

// Current tells whether it may be received at a moment.
func (c Campaign) Current(at time.Time) bool {
	return c.Open && !at.Before(c.From) && (c.Until.IsZero() || at.Before(c.Until))
}

// NeedsDeposit tells whether it is received for a deposit.
func (c Campaign) NeedsDeposit() bool { return c.Percent > 0 || c.MinDeposit > 0 }

// Credit gives what a deposit brings: 0 when it is too small.
func (c Campaign) Credit(deposit money.Amount) money.Amount {
	switch {
	case deposit < c.MinDeposit:
		return 0
	case c.Percent == 0:
		return c.Fixed
	}
	return min(percentDown(deposit, c.Percent), c.Cap)
}

// MaxCost is the most that it can cost: the largest credit as often as the quota allows. unbounded: it has no quota.
func (c Campaign) MaxCost() (cost money.Amount, unbounded bool) {
	return c.largestCredit() * money.Amount(c.Quota), c.Quota == 0
}

func (c Campaign) largestCredit() money.Amount { return max(c.Cap, c.Fixed) }
