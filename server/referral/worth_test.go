package referral_test

import (
	"testing"

	"krapao/server/money"
	"krapao/server/referral"
)

func TestWhatAnInviteesLossIsWorth(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		currency  money.Currency
		loss      money.Amount
		percent   int
		cap, want money.Amount
	}{
		"nothing lost":                    {money.Baht, 0, 5, 100_00, 0},
		"won":                             {money.Baht, -1_000_00, 5, 100_00, 0},
		"a satang":                        {money.Baht, 1, 5, 100_00, 0},
		"too little for a satang":         {money.Baht, 19, 5, 100_00, 0},
		"a satang's worth":                {money.Baht, 20, 5, 100_00, 1},
		"parts stay with the house":       {money.Baht, 1_005_19, 5, 100_00, 50_25},
		"a satang below the cap":          {money.Baht, 1_999_99, 5, 100_00, 99_99},
		"at the cap":                      {money.Baht, 2_000_00, 5, 100_00, 100_00},
		"beyond the cap":                  {money.Baht, 2_000_20, 5, 100_00, 100_00},
		"far beyond it":                   {money.Baht, money.Max, 5, 100_00, 100_00},
		"all of it":                       {money.Baht, 33_33, 100, 100_00, 33_33},
		"a large loss that is not capped": {money.Kip, money.Max, 99, money.Max, money.Max/100*99 + money.Max%100*99/100},
		"kip":                             {money.Kip, 1_250_000_00, 5, 100_000_00, 62_500_00},
		"kip beyond the cap":              {money.Kip, 2_500_000_00, 5, 100_000_00, 100_000_00},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule := referral.Rule{Currency: of.currency, Open: true, Percent: of.percent, Cap: of.cap}
			if got := rule.Amount(of.loss); got != of.want {
				t.Errorf("I15: %d %% of %v, at most %v, is %v, want %v", of.percent, of.loss, of.cap, got, of.want)
			}
			if rule.Open = false; rule.Amount(of.loss) != 0 {
				t.Errorf("I15: a closed rule gives %v", rule.Amount(of.loss))
			}
		})
	}
}
