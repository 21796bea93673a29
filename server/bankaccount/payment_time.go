package bankaccount

import "time"

// OldestPayment is how old a payment may say that it is. An older one is the operator's.
const OldestPayment = 400 * 24 * time.Hour

// earliestMoment is the first moment that is kept. Databases and JSON cannot tell every year that a party can write.
var earliestMoment = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)

// BelievedTime gives when something happened as far as we believe the party that tells it: never after now, never
// before 1970.
func BelievedTime(reported, now time.Time) time.Time {
	switch {
	case reported.After(now):
		return now
	case reported.Before(earliestMoment):
		return earliestMoment
	}
	return reported
}

// TooOld tells whether a payment says that it is older than payments are.
func TooOld(paidAt, now time.Time) bool { return now.Sub(paidAt) > OldestPayment }
