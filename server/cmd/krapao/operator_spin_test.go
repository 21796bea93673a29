package main

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
	"krapao/server/spin"
)

func TestWheelsAndRulesFromTheCommandLineTakeTwoPeopleWhereTheyCost(t *testing.T) {
	test := postgrestest.New(t)
	sector := func(code string) spin.Slice {
		return spin.Slice{Code: code, Label: spin.Text{"en": code}, Background: "#f7b500", Foreground: "#1a1a1a", Weight: 1, Prize: spin.Prize{Type: spin.Cash, Name: spin.Text{"en": code}, Amount: 500}}
	}
	if err := (postgres.Spin{DB: test.DB}).PutWheel(context.Background(), spin.Wheel{
		Code: "LUCKY", Version: 1, Currency: money.Baht, Name: spin.Text{"en": "Lucky"}, CoinPerSpin: 1, From: time.Now(), Slices: []spin.Slice{sector("S1"), sector("S2")},
	}, time.Now()); err != nil {
		t.Fatal(err)
	}
	asks := regexp.MustCompile(`(?m)^(\S{36})\s+WAITING`)
	for _, row := range []struct {
		line         []string
		asked        bool
		list, before string
		after        string
	}{
		{[]string{"switch", "LUCKY", "--open"}, true, "list", "BAHT      off", "BAHT      on"},
		{[]string{"rule", "BAHT", "--per-amount=100", "--coins=2", "--max-coins=20"}, true, "rules", "AT MOST", "BAHT      100.00      2      20       0.00"},
		{[]string{"rule", "BAHT", "--coins=1"}, false, "rules", "", "BAHT      100.00      1      20       0.00"},
		{[]string{"switch", "LUCKY", "--no-open"}, false, "list", "", "BAHT      off"},
	} {
		if _, err := typed(t, test.URL, append([]string{"wheel"}, row.line...)...); err != nil {
			t.Fatalf("%v: %v", row.line, err)
		}
		printed, err := typed(t, test.URL, "approval")
		request := asks.FindStringSubmatch(printed)
		if err != nil || (request != nil) != row.asked {
			t.Fatalf("%v: %v\n%s", row.line, err, printed)
		}
		if row.asked {
			if shown, err := typed(t, test.URL, "wheel", row.list); err != nil || !strings.Contains(shown, row.before) || strings.Contains(shown, row.after) {
				t.Errorf("%v by one person: %v\n%s", row.line, err, shown)
			}
			if _, err := typedBy(t, "kam", test.URL, "approval", "approve", request[1]); err != nil {
				t.Errorf("%v: %v", row.line, err)
			}
		}
		if shown, err := typed(t, test.URL, "wheel", row.list); err != nil || !strings.Contains(shown, row.after) {
			t.Errorf("after %v: %v\n%s", row.line, err, shown)
		}
	}
	if shown, err := typed(t, test.URL, "wheel", "statistics", "LUCKY"); err != nil || !strings.Contains(shown, "spins") {
		t.Errorf("%v\n%s", err, shown)
	}
	for _, wrong := range [][]string{{"switch", "NONE", "--open"}, {"rule", "BAHT", "--coins=-1"}, {"statistics", "NONE"}} {
		if _, err := typed(t, test.URL, append([]string{"wheel"}, wrong...)...); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
}
