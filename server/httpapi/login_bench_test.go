package httpapi_test

import (
	"math"
	"slices"
	"testing"
	"time"
)

// BenchmarkALoginTellsNobodyByItsTime is the row "login enumeration" of the reliability page: with the hashing of
// production the medians for a member's phone and for a stranger's are within 5 % of each other, and so for an
// operator's name. It fails when they are not; `make bench` runs it on a quiet machine, and no test depends on it.
func BenchmarkALoginTellsNobodyByItsTime(b *testing.B) {
	b.Run("member", func(b *testing.B) {
		city := open(b, productionHash)
		city.join(b, "0812345678", nil)
		tellsNobody(b, "0812345678", "0887654321", func(phone string) {
			city.person(b).post("/api/login", fields{"username": phone, "password": "wrong horse battery"})
		})
	})
	b.Run("operator", func(b *testing.B) {
		city := open(b, productionHash)
		city.Operator(b, "noi")
		tellsNobody(b, "noi", "nobody", func(name string) {
			city.Clock.Advance(time.Minute) // no limit is met
			logIn(city.OperatorClient(b), name, "wrong horse battery")
		})
	})
}

func tellsNobody(b *testing.B, known, unknown string, logIn func(name string)) {
	b.Helper()
	names, took := [2]string{known, unknown}, [2][]time.Duration{}
	for round := 0; b.Loop(); round++ {
		for turn := range names {
			i := (turn + round) % 2 // none of them always comes first
			start := time.Now()
			logIn(names[i])
			took[i] = append(took[i], time.Since(start))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2])
	}
	ratio := median(0) / median(1)
	b.ReportMetric(ratio, "known/unknown")
	if len(took[0]) >= 40 && math.Abs(ratio-1) > 0.05 {
		b.Errorf("a known name takes %.3f of the time of an unknown one", ratio)
	}
}
