package httpapi_test

import (
	"math"
	"slices"
	"testing"
	"time"
)

// BenchmarkALoginTellsNobodyByItsTime is the row "login enumeration" of the reliability page: with the hashing of production the
// medians for a member's phone and for a stranger's are within 5 % of each other. It fails when they are not; `make bench` runs it on a
// quiet machine, and no test depends on it.
func BenchmarkALoginTellsNobodyByItsTime(b *testing.B) {
	city := openWith(b)
	phones := [2]string{"0812345678", "0887654321"}
	city.join(b, phones[0], nil)
	took := [2][]time.Duration{}
	for round := 0; b.Loop(); round++ {
		for turn := range phones {
			i := (turn + round) % 2 // none of them always comes first
			phone := phones[i]
			p := city.person(b)
			start := time.Now()
			p.post("/api/login", fields{"username": phone, "password": "wrong horse battery"})
			took[i] = append(took[i], time.Since(start))
		}
	}
	median := func(i int) float64 {
		slices.Sort(took[i])
		return float64(took[i][len(took[i])/2])
	}
	ratio := median(0) / median(1)
	b.ReportMetric(ratio, "member/stranger")
	if len(took[0]) >= 40 && math.Abs(ratio-1) > 0.05 {
		b.Errorf("a member's phone takes %.3f of the time of a stranger's", ratio)
	}
}
