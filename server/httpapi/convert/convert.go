// Package convert has what the handlers of several contracts write alike: the API's types from ours and back.
package convert

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Each converts every one of a list; none is an empty list, never null.
func Each[From, To any](all []From, convert func(From) To) []To {
	converted := make([]To, 0, len(all))
	for _, one := range all {
		converted = append(converted, convert(one))
	}
	return converted
}

// Value gives the value, or the zero value when there is none.
func Value[T any](pointer *T) (value T) {
	if pointer != nil {
		value = *pointer
	}
	return value
}

// OrNil gives nil for the zero value, which the contract writes as null.
func OrNil[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// TimeOrNil leaves out a time that was not set.
func TimeOrNil(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// TimeOfDay writes a time since midnight as HH:mm.
func TimeOfDay(since time.Duration) string {
	minutes := int(since / time.Minute)
	return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
}

// ParseTimeOfDay reads HH:mm as a time since midnight.
func ParseTimeOfDay(text string) (time.Duration, error) {
	read, err := time.Parse("15:04", text)
	return time.Duration(read.Hour())*time.Hour + time.Duration(read.Minute())*time.Minute, err
}

// Clock writes minutes of a day as HH:MM.
func Clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// ClockMinutes reads HH:MM, which the contract has checked.
func ClockMinutes(clock string) int {
	hours, minutes, _ := strings.Cut(clock, ":")
	h, _ := strconv.Atoi(hours)   // the contract's pattern lets digits through only
	m, _ := strconv.Atoi(minutes) // likewise
	return h*60 + m
}
