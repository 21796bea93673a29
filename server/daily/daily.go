// Package daily is the days of Asia/Bangkok, and work that is done once for each of them, member by member. A run
// remembers the last member it has dealt with in the transaction that dealt with them, so it goes on where a server
// died.
package daily

import (
	"time"

	"krapao/server/id"
)

// Zone is the product's time zone. It has had no summer time since it is this zone.
var Zone = time.FixedZone("Asia/Bangkok", 7*60*60)

// Day is a day of Asia/Bangkok, as its midnight in UTC: that is how dates are stored.
type Day struct{ time.Time }

// On gives the day of a moment.
func On(at time.Time) Day {
	year, month, day := at.In(Zone).Date()
	return Day{time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// Before gives the day before that of a moment.
func Before(at time.Time) Day { return On(at).Add(-1) }

// Add gives the day so many days later.
func (d Day) Add(days int) Day { return Day{d.AddDate(0, 0, days)} }

// String gives the day as YYYY-MM-DD.
func (d Day) String() string { return d.Format(time.DateOnly) }

// Parse reads what String gives.
func Parse(text string) (Day, error) {
	at, err := time.Parse(time.DateOnly, text)
	return Day{at}, err
}

// Rest is how long the work rests after a part that took so long, so that members have the database meanwhile: nine
// times as long up to a second, and as long as the part where that took longer.
func Rest(took time.Duration) time.Duration { return max(took, min(9*took, time.Second)) }

// Job names the work of a run.
type Job string

// Run is how far the work for a day has got.
type Run struct {
	Job Job
	Day Day
	// After is the last member who was dealt with, in the order of member numbers.
	After id.MemberID
	// Finished: nobody is left.
	Finished bool
}
