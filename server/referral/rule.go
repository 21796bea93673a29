package referral

import (
	"krapao/server/approval"
	"krapao/server/content"
	"krapao/server/fault"
	"krapao/server/money"
)

// Bounds of a rule.
const (
	maxPercent        = 100
	maxSuccessPercent = 5000
	maxFailPercent    = 99
)

// Rule is what invitees in a currency bring their inviters.
type Rule struct {
	Currency money.Currency
	// Open: days are counted, and members may receive.
	Open bool
	// Automatic: what was earned is credited by itself, without a condition, and nobody can ask for it.
	Automatic bool
	// Percent of an invitee's net loss of a day is earned, at most Cap.
	Percent int
	Cap     money.Amount
	Terms
	// ReviewAbove is the cap above which an open rule takes a second person.
	ReviewAbove money.Amount
	// Banners is what is shown before the dialog.
	Banners []content.Banner
}

// Validate tells what is wrong with a rule. Errors: KEY_INVALID.
func (r Rule) Validate() error {
	switch {
	case !r.Currency.Valid():
		return fault.KeyInvalid.Withf("referral: currency %.20q", r.Currency)
	case r.Percent < 0 || r.Percent > maxPercent || r.Cap < 0 || r.Cap > money.Max || r.ReviewAbove < 0 || r.ReviewAbove > money.Max:
		return fault.KeyInvalid.Withf("referral: %d%%, at most %v, review above %v", r.Percent, r.Cap, r.ReviewAbove)
	case r.Open && (r.Percent == 0 || r.Cap == 0):
		return fault.KeyInvalid.Withf("referral: an open rule by which nobody earns")
	case r.SuccessPercent < 0 || r.SuccessPercent > maxSuccessPercent || r.FailPercent < 0 || r.FailPercent > maxFailPercent:
		return fault.KeyInvalid.Withf("referral: a condition of %d%% and %d%%", r.SuccessPercent, r.FailPercent)
	}
	if err := content.ValidateBanners(r.Banners); err != nil {
		return fault.KeyInvalid.With(err)
	}
	return nil
}

// Amount is what an invitee's net loss of a day is worth: never below 0, at most the cap, and parts of the smallest
// unit stay with the house.
func (r Rule) Amount(loss money.Amount) money.Amount {
	if !r.Open || loss <= 0 {
		return 0
	}
	percent := money.Amount(r.Percent)
	return min(loss/100*percent+loss%100*percent/100, r.Cap)
}

// NeedsSecondPerson tells whether putting a rule in the place of another takes two people: an open one that may cost
// more an invitee and day than one person may decide, one that pays without a condition, one that gives more of a loss
// or asks for less after it (less to win, or its condition is lost, and so ended, sooner), or one that lets one person
// decide more.
func (r Rule) NeedsSecondPerson(before Rule) bool {
	dearer := r.Percent > before.Percent || r.SuccessPercent < before.SuccessPercent || r.FailPercent > before.FailPercent || r.Open && r.Automatic && (!before.Open || !before.Automatic)
	return r.Open && r.Cap > before.ReviewAbove || dearer || r.ReviewAbove > before.ReviewAbove
}

// alone is what a rule in the place of another costs who puts it without a second person: its cap, the most that one
// invitee's day can cost, where it opens or the cap is higher; else nothing.
func (r Rule) alone(before Rule) approval.AloneChange {
	change := approval.AloneChange{Currency: r.Currency, Kind: string(RuleApproval), Code: string(r.Currency)}
	if r.Open && (!before.Open || r.Cap > before.Cap) {
		change.Cost = r.Cap
	}
	return change
}
