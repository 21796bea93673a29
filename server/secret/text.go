// Package secret holds values that must never be printed: keys, passwords, connection strings.
package secret

import (
	"encoding/hex"
	"fmt"
	"log/slog"
)

const mask = "***"

// Text is a secret string. Every way of printing it (fmt, slog, JSON) gives ***; Reveal gives the value.
type Text struct{ value string }

// NewText wraps a value.
func NewText(value string) Text { return Text{value: value} }

// Reveal gives the value, for the one place that needs it.
func (t Text) Reveal() string { return t.value }

// Empty tells whether no value was given.
func (t Text) Empty() bool { return t.value == "" }

// UnmarshalText lets flags and environment variables fill a Text.
func (t *Text) UnmarshalText(text []byte) error {
	t.value = string(text)
	return nil
}

// MarshalText gives ***, so that JSON and text encoders cannot leak the value.
func (t Text) MarshalText() ([]byte, error) { return []byte(mask), nil }

// Format gives *** for every verb, also inside a printed struct.
func (t Text) Format(state fmt.State, _ rune) { _, _ = state.Write([]byte(mask)) }

// LogValue gives *** to slog.
func (t Text) LogValue() slog.Value { return slog.StringValue(mask) }

// Key reads the value as n bytes written in hexadecimal.
// The error names what is wrong and never the value.
func (t Text) Key(n int) ([]byte, error) {
	key, err := hex.DecodeString(t.value)
	if err != nil || len(key) != n {
		return nil, fmt.Errorf("must be %d bytes in hexadecimal (%d characters)", n, 2*n)
	}
	return key, nil
}
