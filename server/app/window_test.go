package app

import (
	"testing"
	"time"

	"krapao/server/daily"
)

func TestWhatIsDoneOnceInAWindowIsDueInItOnce(t *testing.T) {
	t.Parallel()
	at := func(day int, clock string) time.Time {
		read, err := time.ParseInLocation("15:04", clock, daily.Zone)
		if err != nil {
			t.Fatal(err)
		}
		return time.Date(2026, 3, day, read.Hour(), read.Minute(), 0, 0, daily.Zone)
	}
	for name, c := range map[string]struct {
		window    string
		last, now time.Time
		due       bool
	}{
		"never done":                 {"03:00-05:00", time.Time{}, at(5, "12:00"), true},
		"before the window":          {"03:00-05:00", at(4, "03:00"), at(5, "02:59"), false},
		"as it opens":                {"03:00-05:00", at(4, "03:10"), at(5, "03:00"), true},
		"done in it":                 {"03:00-05:00", at(5, "03:00"), at(5, "04:59"), false},
		"done the day before":        {"03:00-05:00", at(4, "23:00"), at(5, "04:59"), true},
		"after it":                   {"03:00-05:00", at(3, "03:00"), at(5, "05:00"), false},
		"over midnight, in time":     {"23:00-01:00", at(4, "22:00"), at(5, "00:30"), true},
		"over midnight, done before": {"23:00-01:00", at(4, "23:30"), at(5, "00:30"), false},
		"over midnight, after it":    {"23:00-01:00", at(3, "23:30"), at(5, "01:00"), false},
		"the whole day":              {"00:00-00:00", at(4, "23:59"), at(5, "12:00"), true},
		"the whole day, done":        {"00:00-00:00", at(5, "00:00"), at(5, "12:00"), false},
	} {
		var window Window
		if err := window.UnmarshalText([]byte(c.window)); err != nil || window.due(c.last, c.now) != c.due {
			t.Errorf("%s: due %v, %v", name, !c.due, err)
		}
	}
	for _, wrong := range []string{"", "03:00", "3-5", "03:00-25:00", "night"} {
		if err := new(Window).UnmarshalText([]byte(wrong)); err == nil {
			t.Errorf("%q is a window", wrong)
		}
	}
}
