package deposit

import (
	"context"
	"time"

	"krapao/server/fault"
	"krapao/server/money"
)

// DayTotal is what a bank's own statement says that an account of the house received on a day that is over. The checker
// holds the lines of that day against it (I16).
type DayTotal struct {
	BankCode, AccountNo string
	Currency            money.Currency
	// Day is a day of Asia/Bangkok; its time of day means nothing.
	Day    time.Time
	Lines  int
	Amount money.Amount
}

// ReceiveTotals keeps what a bank says of days. Errors: KEY_INVALID (less than nothing), Unavailable.
func (s *Intake) ReceiveTotals(ctx context.Context, totals []DayTotal) error {
	for _, total := range totals {
		if total.Amount < 0 {
			return fault.KeyInvalid.Withf("deposit: a day's total of %v", total.Amount)
		}
	}
	if len(totals) == 0 {
		return nil
	}
	return s.Store.PutTotals(ctx, totals, s.Now())
}
