package daily_test

import (
	"testing"
	"time"

	"krapao/server/daily"
)

func TestADayIsThatOfBangkok(t *testing.T) {
	t.Parallel()
	for moment, want := range map[string]string{
		"2026-03-10T16:59:59.999Z":      "2026-03-10", // 23:59:59.999
		"2026-03-10T17:00:00Z":          "2026-03-11",
		"2026-03-10T00:00:00Z":          "2026-03-10", // midnight in UTC is none
		"2026-01-31T16:59:59.999Z":      "2026-01-31",
		"2026-01-31T17:00:00Z":          "2026-02-01",
		"2026-12-31T16:59:59.999Z":      "2026-12-31",
		"2026-12-31T17:00:00Z":          "2027-01-01",
		"2028-02-28T17:00:00Z":          "2028-02-29",
		"2028-02-29T17:00:00Z":          "2028-03-01",
		"2026-03-11T23:59:59.999+07:00": "2026-03-11",
		"2026-03-11T00:00:00-11:00":     "2026-03-11",
	} {
		at, err := time.Parse(time.RFC3339Nano, moment)
		if err != nil {
			t.Fatal(err)
		}
		day := daily.On(at)
		if day.String() != want || daily.Before(at) != day.Add(-1) || daily.Before(at).Add(1) != day {
			t.Errorf("%s is on %s, after %s", moment, day, daily.Before(at))
		}
		if read, err := daily.Parse(want); err != nil || read != day {
			t.Errorf("%s is read as %v, %v", want, read, err)
		}
	}
	for from, want := range map[string]string{"2026-01-31": "2026-02-01", "2026-12-31": "2027-01-01", "2027-02-28": "2027-03-01"} {
		day, err := daily.Parse(from)
		if err != nil || day.Add(1).String() != want {
			t.Errorf("after %s comes %s, %v", from, day.Add(1), err)
		}
	}
}

func TestTheWorkRestsNineTimesAsLongUpToASecondAndNeverShorterThanItWorked(t *testing.T) {
	t.Parallel()
	for took, want := range map[time.Duration]time.Duration{
		0:                      0,
		10 * time.Millisecond:  90 * time.Millisecond,
		500 * time.Millisecond: time.Second,
		3 * time.Second:        3 * time.Second,
	} {
		if got := daily.Rest(took); got != want {
			t.Errorf("after %v it rests %v, want %v", took, got, want)
		}
	}
}
