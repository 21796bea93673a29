package money

import "krapao/server/fault"

// Currency is a currency as the product's wire names it. A wallet's currency is fixed at registration; there is no
// exchange.
type Currency string

// The currencies: both count 100 minor units, as the product shows both with two decimals.
const (
	Baht Currency = "BAHT" // Thai baht, ISO THB
	Kip  Currency = "LAK"  // Lao kip
)

// Currencies lists every currency.
func Currencies() []Currency { return []Currency{Baht, Kip} }

// Valid tells whether it is one of ours.
func (c Currency) Valid() bool { return c == Baht || c == Kip }

// CheckEntry tells whether a member can name an amount of the currency: kip has no att, baht has satang. What comes of
// games and percentages may have either. Errors: KEY_INVALID.
func (c Currency) CheckEntry(amount Amount) error {
	if c == Kip && amount%100 != 0 {
		return fault.KeyInvalid.Withf("money: %v: kip has no att", amount)
	}
	return nil
}

// ParseCurrency reads a wire name. Errors: KEY_INVALID.
func ParseCurrency(text string) (Currency, error) {
	if c := Currency(text); c.Valid() {
		return c, nil
	}
	return "", fault.KeyInvalid.Withf("money: %.20q is not a currency", text)
}
