package main

import (
	"slices"
	"strings"
	"testing"

	"krapao/server/money"
)

func TestEveryQueryOfTheVerificationNamesItsInvariantAndIsWhole(t *testing.T) {
	t.Parallel()
	list := slices.Concat(queries(verifySQL), queries(depositsSQL), queries(spinsSQL), queries(bonusesSQL))
	if want := strings.Count(verifySQL+depositsSQL+spinsSQL+bonusesSQL, "\n-- I"); len(list) != want {
		t.Fatalf("%d queries of %d headings", len(list), want)
	}
	for _, query := range list {
		if query.invariant == "" || query.what == "" || query.of == "" || query.promise == "" || !strings.HasPrefix(query.sql, "select") || strings.Contains(query.sql, ";") {
			t.Errorf("%+v", query)
		}
	}
}

func TestAnAmountNamesItsIntentAndIsNotMagic(t *testing.T) {
	t.Parallel()
	seen := map[money.Amount]bool{}
	for n := range int64(10_000) {
		made := amount(20, n)
		if satang := made % 100; seen[made] || satang >= 81 && satang <= 89 {
			t.Fatalf("%v is the %dth", made, n)
		}
		seen[made] = true
	}
}

func TestTheAmountsOfThePoolAreNotMagic(t *testing.T) {
	t.Parallel()
	for _, amount := range deposits {
		if satang := amount % 100; satang >= 81 && satang <= 89 {
			t.Errorf("%v", amount)
		}
	}
}
