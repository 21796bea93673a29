// Package money has exact amounts. An Amount counts minor units (satang, att); it never passes through a float.
package money

import (
	"fmt"
	"strconv"

	"krapao/server/fault"
)

// Amount counts minor units: 1 is 0.01 baht or kip. Its range on the wire is ±10^15, ten million million baht.
type Amount int64

// Max is the largest amount that is accepted or stored, in minor units; -Max is the smallest.
const Max Amount = 1_000_000_000_000_000

// Units gives whole baht or kip as an Amount: Units(100) is 100.00.
func Units(whole int64) Amount { return Amount(whole * 100) }

// ErrOverflow says that a sum leaves ±Max. Amounts a member can name are checked long before, so this is a defect or an
// attack.
var ErrOverflow = fault.KeyInvalid.Withf("money: beyond ±%d minor units", Max)

// Add gives a + b, or ErrOverflow beyond ±Max.
func (a Amount) Add(b Amount) (Amount, error) {
	if !a.inRange() || !b.inRange() || !(a + b).inRange() {
		return 0, ErrOverflow
	}
	return a + b, nil
}

// Sub gives a - b, or ErrOverflow beyond ±Max.
func (a Amount) Sub(b Amount) (Amount, error) { return a.Add(-b) }

func (a Amount) inRange() bool { return a >= -Max && a <= Max }

// String gives the amount with exactly two decimals: 100.50.
func (a Amount) String() string {
	sign, magnitude := "", uint64(a) //nolint:gosec // its sign is looked at below
	if a < 0 {
		sign, magnitude = "-", -magnitude
	}
	return fmt.Sprintf("%s%d.%02d", sign, magnitude/100, magnitude%100)
}

// MarshalJSON writes a plain JSON number with no more decimals than it needs: 100, 100.5, 0.01. Never an exponent.
func (a Amount) MarshalJSON() ([]byte, error) {
	magnitude, out := uint64(a), make([]byte, 0, 24) //nolint:gosec // its sign is looked at below
	if a < 0 {
		out, magnitude = append(out, '-'), -magnitude
	}
	out = strconv.AppendUint(out, magnitude/100, 10)
	switch cents := magnitude % 100; {
	case cents == 0:
	case cents%10 == 0:
		out = append(out, '.', byte('0'+cents/10))
	default:
		out = append(out, '.', byte('0'+cents/10), byte('0'+cents%10))
	}
	return out, nil
}

// UnmarshalJSON reads a JSON number exactly: 1e2 is 100, 1.50 is 1.5. A string, null, more than two decimals that are
// not zero, or a value beyond ±Max is KEY_INVALID.
func (a *Amount) UnmarshalJSON(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}
