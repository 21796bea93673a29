package spin_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"krapao/server/money"
	"krapao/server/spin"
)

func TestTheCommitmentIsTheContractsExample(t *testing.T) {
	t.Parallel()
	seed, err := spin.ParseSeed("cff103d26b96797dcc238a31d1a55741e94eca09927a2b6b8568a6f7f42e95d1")
	if err != nil {
		t.Fatal(err)
	}
	weights := []spin.Weight{{"S1", 1}, {"S2", 9}}
	const want = "0397cdee7bccf505c32b507b3b4e91ad21811ad837c17a7ef39ab3c5594fb2cb"
	if got := spin.Commitment(seed, weights); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if at := spin.Draw(seed, "01926f0c-7a55-7c1e-9d0e-2f8a3c1b5d77", weights); weights[at].Code != "S1" {
		t.Errorf("FAIR: the example draws %s", weights[at].Code)
	}
}

// numbered gives the n-th of many seeds, the same in every run.
func numbered(n int) spin.Seed { return sha256.Sum256([]byte("seed " + strconv.Itoa(n))) }

// draws spins a wheel often, and gives how far what came is from the weights.
func draws(times int, weights []spin.Weight) (sectors []spin.SectorCount, p float64) {
	var sum int64
	for _, weight := range weights {
		sum += weight.Weight
		sectors = append(sectors, spin.SectorCount{Code: weight.Code})
	}
	for n := range times {
		sectors[spin.Draw(numbered(n), "request", weights)].Seen++
	}
	for i, weight := range weights {
		sectors[i].Expected = float64(times) * float64(weight.Weight) / float64(sum)
	}
	_, p = spin.ChiSquared(sectors)
	return sectors, p
}

func TestAMillionDrawsFollowTheWeights(t *testing.T) {
	t.Parallel()
	weights := []spin.Weight{{"A", 1}, {"B", 9}, {"C", 0}, {"D", 90}, {"E", 400}, {"F", 500}}
	if sectors, p := draws(1_000_000, weights); p < 1e-6 {
		t.Errorf("FAIR: %+v: p = %g", sectors, p)
	}
}

// With a sum just above 2^62 a remainder without rejection would favour the first sectors by a third.
func TestNoSectorIsFavouredByTheRemainder(t *testing.T) {
	t.Parallel()
	third := int64(1) << 62 / 2
	weights := []spin.Weight{{"A", third}, {"B", third}, {"C", third}}
	if sectors, p := draws(100_000, weights); p < 1e-6 {
		t.Errorf("FAIR: %+v: p = %g", sectors, p)
	}
}

func TestASectorOfWeightZeroNeverComes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		weights := []spin.Weight{}
		var sum int64
		for i, weight := range rapid.SliceOfN(rapid.Int64Range(0, 3), 2, 24).Draw(t, "weights") {
			weights = append(weights, spin.Weight{strconv.Itoa(i), weight})
			sum += weight
		}
		if sum == 0 {
			return
		}
		won := weights[spin.Draw(numbered(rapid.Int().Draw(t, "seed")), rapid.String().Draw(t, "request"), weights)]
		if won.Weight == 0 {
			t.Errorf("%+v came from %+v", won, weights)
		}
	})
}

func TestASeedIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	seed := spin.NewSeed()
	if again, err := spin.ParseSeed(seed.String()); err != nil || again != seed {
		t.Error(again, err)
	}
	for _, bad := range []string{"", "00", hex.EncodeToString(make([]byte, 33)), "zz"} {
		if _, err := spin.ParseSeed(bad); err == nil {
			t.Errorf("%q is a seed", bad)
		}
	}
}

func TestTheCostOfASpinCountsCoinsThatAreSpunAgain(t *testing.T) {
	t.Parallel()
	sector := func(weight int64, prize spin.Prize) spin.Slice { return spin.Slice{Weight: weight, Prize: prize} }
	for name, of := range map[string]struct {
		perSpin   int
		slices    []spin.Slice
		want      money.Amount
		unbounded bool
	}{
		"money":                   {1, []spin.Slice{sector(1, spin.Prize{Amount: 10_000}), sector(9, spin.Prize{})}, 1_000, false},
		"rounded up":              {1, []spin.Slice{sector(1, spin.Prize{Amount: 100}), sector(2, spin.Prize{})}, 34, false},
		"an item":                 {1, []spin.Slice{sector(1, spin.Prize{Cost: 500}), sector(1, spin.Prize{})}, 250, false},
		"half a spin again":       {1, []spin.Slice{sector(1, spin.Prize{Amount: 100}), sector(1, spin.Prize{Coins: 1})}, 100, false},
		"a fifth of a spin again": {5, []spin.Slice{sector(1, spin.Prize{Amount: 100}), sector(1, spin.Prize{Coins: 2})}, 63, false},
		"all coins back":          {1, []spin.Slice{sector(1, spin.Prize{Amount: 1}), sector(1, spin.Prize{Coins: 2})}, 0, true},
		"nothing":                 {1, []spin.Slice{sector(1, spin.Prize{}), sector(1, spin.Prize{})}, 0, false},
	} {
		cost, unbounded := spin.Wheel{CoinPerSpin: of.perSpin, Slices: of.slices}.Cost()
		if cost != of.want && !of.unbounded || unbounded != of.unbounded {
			t.Errorf("%s: %v, %v", name, cost, unbounded)
		}
	}
}

func TestCoinsOfADeposit(t *testing.T) {
	t.Parallel()
	rule := spin.Rule{PerAmount: 50_000, Coins: 2, MaxCoins: 7}
	for deposit, want := range map[money.Amount]int{0: 0, 49_999: 0, 50_000: 2, 99_999: 2, 150_000: 6, 200_000: 7, money.Max: 7} {
		if got := rule.CoinsFor(deposit); got != want {
			t.Errorf("%v: %d", deposit, got)
		}
	}
	if (spin.Rule{Coins: 3, MaxCoins: 3}).CoinsFor(1) != 0 {
		t.Error("a rule without an amount brings coins")
	}
}

// BenchmarkTenMillionDraws fails when they do not follow the weights. The order of the sectors must not matter either.
func BenchmarkTenMillionDraws(b *testing.B) {
	weights := []spin.Weight{{"A", 1}, {"B", 9}, {"C", 0}, {"D", 90}, {"E", 400}, {"F", 500}}
	for b.Loop() {
		if sectors, p := draws(10_000_000, weights); p < 1e-6 {
			b.Errorf("%+v: p = %g", sectors, p)
		}
	}
}
