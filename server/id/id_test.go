package id_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"krapao/server/id"
)

func TestIDsGrowAndComeBackFromText(t *testing.T) {
	last := id.NewID()
	for range 1000 {
		next := id.NewID()
		if bytes.Compare(next[:], last[:]) <= 0 || next[6]>>4 != 7 {
			t.Fatalf("%v after %v", next, last)
		}
		last = next
	}
	text, err := json.Marshal(last)
	var back id.ID
	if err != nil || json.Unmarshal(text, &back) != nil || back != last || back.IsZero() {
		t.Fatalf("%s, %v, %v", text, back, err)
	}
	value, err := last.Value()
	if err != nil || back.Scan(value) != nil || back != last {
		t.Fatalf("%v, %v", value, err)
	}
	for _, bad := range []string{"", "x", "{" + last.String() + "}", "urn:uuid:" + last.String(), last.String()[:35] + "z", last.String() + "0"} {
		if _, err := id.Parse(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestMemberNumbersHaveEightDigitsAndAreDrawnEvenly(t *testing.T) {
	for range 1000 {
		member := id.NewMember()
		back, err := id.ParseMember(member.String())
		if err != nil || back != member || len(member.String()) != 8 {
			t.Fatalf("%v, %v", member, err)
		}
	}
	// 0xFFFFFFFF lies above the last whole multiple of the span and is drawn again.
	if got := id.DrawMember(bytes.NewReader([]byte{255, 255, 255, 255, 0, 0, 0, 5})); got != 10_000_005 {
		t.Errorf("drew %v", got)
	}
	for _, bad := range []string{"", "0", "9999999", "100000000", "012345678", "+12345678", "12345678 ", "1e7", "๑๒๓๔๕๖๗๘", "-12345678"} {
		if _, err := id.ParseMember(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
