package app

import (
	"fmt"
	"strings"
	"time"

	"krapao/server/daily"
)

// Window is a part of each day in Asia/Bangkok, written 03:00-05:00. It may span midnight. The zero Window is the whole
// day.
type Window struct{ From, To time.Duration }

// UnmarshalText reads one.
func (w *Window) UnmarshalText(text []byte) error {
	from, to, _ := strings.Cut(string(text), "-")
	for at, read := range map[*time.Duration]string{&w.From: from, &w.To: to} {
		clock, err := time.Parse("15:04", strings.TrimSpace(read))
		if err != nil {
			return fmt.Errorf("%q is not two times of day, such as 03:00-05:00", text)
		}
		*at = time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute
	}
	return nil
}

// due tells whether what is done once in each window is to be done now: it never was, or the window is open and it was
// not done in it.
func (w Window) due(last, now time.Time) bool {
	if last.IsZero() {
		return true
	}
	local := now.In(daily.Zone)
	opened := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, daily.Zone).Add(w.From)
	if opened.After(now) {
		opened = opened.AddDate(0, 0, -1)
	}
	length := (w.To - w.From + 24*time.Hour) % (24 * time.Hour)
	if length == 0 {
		length = 24 * time.Hour
	}
	return now.Before(opened.Add(length)) && last.Before(opened)
}
