package spin

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// SectorCount is how often a sector came, beside what its weight promises.
type SectorCount struct {
	Code     string
	Seen     int64
	Expected float64
}

// Statistics holds a wheel's spins against its odds.
type Statistics struct {
	Wheel   Wheel
	Spins   int64
	Sectors []SectorCount
	// ChiSquared and P say how far what came is from the odds: P is how likely a fair wheel is at least so far off.
	ChiSquared, P float64
}

// Statistics gives what the last version of a wheel did. Errors: NO_DATA.
func (s *Service) Statistics(ctx context.Context, code string) (Statistics, error) {
	wheel, err := s.Store.Wheel(ctx, code)
	if err != nil {
		return Statistics{}, err
	}
	seen, err := s.Store.CountSpins(ctx, wheel.Code, wheel.Version)
	if err != nil {
		return Statistics{}, err
	}
	found := Statistics{Wheel: wheel}
	for _, count := range seen {
		found.Spins += count
	}
	for i, chance := range wheel.Chances() {
		code := wheel.Slices[i].Code
		found.Sectors = append(found.Sectors, SectorCount{Code: code, Seen: seen[code], Expected: chance / 100 * float64(found.Spins)})
	}
	found.ChiSquared, found.P = ChiSquared(found.Sectors)
	return found, nil
}

// ChiSquared gives Pearson's statistic and its upper tail probability. Sectors that cannot come are left out.
func ChiSquared(sectors []SectorCount) (statistic, p float64) {
	freedom := -1
	for _, sector := range sectors {
		if sector.Expected > 0 {
			statistic += (float64(sector.Seen) - sector.Expected) * (float64(sector.Seen) - sector.Expected) / sector.Expected
			freedom++
		} else if sector.Seen > 0 {
			return math.Inf(1), 0 // what cannot come has come
		}
	}
	if freedom < 1 {
		return statistic, 1
	}
	return statistic, mathext.GammaIncRegComp(float64(freedom)/2, statistic/2)
}
