package money_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"krapao/server/fault"
	"krapao/server/money"
)

func TestAmountsAreReadExactlyOrRefused(t *testing.T) {
	for text, want := range map[string]money.Amount{
		"0": 0, "-0": 0, "0.00": 0, "0e99": 0, "0e-99": 0, "-0.0e5": 0, "1": 100, "-1": -100, "100.5": 10050, "0.01": 1, "0.1": 10, "-0.99": -99,
		"1e2": 10000, "1E+2": 10000, "100e-2": 100, "1.005e1": 1005, "1.50": 150, "1.5000": 150, "12345e-3": -1, "10000000000000": 1_000_000_000_000_000,
		"-10000000000000.00": -1_000_000_000_000_000, "0.1e1": 100, "1e13": 1_000_000_000_000_000, "0.00000000000001e15": 1000, "9007199254740993": -1,
		"10000000000000.01": -1, "1e14": -1, "1e309": -1, "1e-309": -1, "1e999999999999999999999": -1, "1.005": -1, "0.001": -1, "1e-3": -1,
		"": -1, "-": -1, "+1": -1, ".5": -1, "5.": -1, "01": -1, "00": -1, "1e": -1, "1e+": -1, "1.e1": -1, "0x10": -1, "1_000": -1, "1,000": -1, " 1": -1, "1 ": -1,
		"NaN": -1, "Infinity": -1, "-Infinity": -1, "null": -1, `"1"`: -1, "true": -1, "[1]": -1, "{}": -1, "๑": -1, "1\x00": -1,
		"1" + strings.Repeat("0", 100): -1, "0." + strings.Repeat("0", 100): -1,
	} {
		got, err := money.Parse(text)
		if refused := want == -1; refused != (err != nil) || (!refused && got != want) {
			t.Errorf("%.40q: %d, %v", text, int64(got), err)
		}
		if err != nil && !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%.40q: %v is not KEY_INVALID", text, err)
		}
	}
}

func TestJSONKeepsEveryAmountExactly(t *testing.T) {
	for amount, want := range map[money.Amount]string{
		0: "0", 1: "0.01", 10: "0.1", 99: "0.99", 100: "1", 10050: "100.5", -1: "-0.01", -10: "-0.1", -100: "-1", money.Max: "10000000000000", -money.Max: "-10000000000000",
	} {
		text, err := json.Marshal(amount)
		if err != nil || string(text) != want {
			t.Errorf("%d: %s, %v", int64(amount), text, err)
		}
		var back money.Amount
		if err := json.Unmarshal(text, &back); err != nil || back != amount {
			t.Errorf("%s: %d, %v", text, int64(back), err)
		}
	}
	var body struct {
		Amount money.Amount `json:"amount"`
	}
	for _, text := range []string{`{"amount":null}`, `{"amount":"1"}`, `{"amount":1.005}`, `{"amount":1e309}`} {
		if err := json.Unmarshal([]byte(text), &body); !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestStringAlwaysHasTwoDecimals(t *testing.T) {
	for amount, want := range map[money.Amount]string{0: "0.00", 1: "0.01", 10050: "100.50", -1: "-0.01", -12345: "-123.45", money.Units(7): "7.00"} {
		if got := amount.String(); got != want {
			t.Errorf("%d: %s", int64(amount), got)
		}
	}
}

func TestSumsBeyondTheRangeAreRefused(t *testing.T) {
	if sum, err := money.Amount(1).Add(2); err != nil || sum != 3 {
		t.Errorf("1 + 2 = %v, %v", sum, err)
	}
	if sum, err := money.Max.Sub(money.Max); err != nil || sum != 0 {
		t.Errorf("max - max = %v, %v", sum, err)
	}
	for _, c := range [][2]money.Amount{{money.Max, 1}, {-money.Max, -1}, {1<<63 - 1, 1<<63 - 1}, {-1 << 63, -1 << 63}, {-1 << 63, 1}} {
		if sum, err := c[0].Add(c[1]); !errors.Is(err, money.ErrOverflow) {
			t.Errorf("%d + %d = %d, %v", int64(c[0]), int64(c[1]), int64(sum), err)
		}
	}
	if _, err := money.Amount(0).Sub(-1 << 63); !errors.Is(err, money.ErrOverflow) {
		t.Errorf("0 - min: %v", err)
	}
}

func TestOnlyOurCurrenciesAreCurrencies(t *testing.T) {
	for _, currency := range money.Currencies() {
		if got, err := money.ParseCurrency(string(currency)); err != nil || got != currency {
			t.Errorf("%s: %v", currency, err)
		}
	}
	for _, text := range []string{"", "THB", "baht", "COIN"} {
		if _, err := money.ParseCurrency(text); !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParse holds Parse against exact rationals: whatever it accepts is a JSON number of exactly that value, and
// whatever is a JSON number of whole minor units in range it accepts.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1", "-0.01", "1e2", "1.005", "10000000000000", "1e-3", "null", `"1"`, "1e309", "0e-5", "100e-4"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := money.Parse(text)
		if len(text) > 64 || hugeExponent(text) {
			return // Rat would work for ever; the table above has these
		}
		var number json.Number
		isNumber := json.Unmarshal([]byte(text), &number) == nil && strings.TrimSpace(text) == text && text != "null" && text[0] != '"'
		exact, ok := new(big.Rat).SetString(text)
		if !isNumber || !ok {
			if err == nil {
				t.Fatalf("%q is no JSON number, but was read as %d", text, int64(got))
			}
			return
		}
		exact.Mul(exact, big.NewRat(100, 1))
		inRange := exact.IsInt() && exact.Num().CmpAbs(big.NewInt(int64(money.Max))) <= 0
		if inRange != (err == nil) || (err == nil && exact.Num().Int64() != int64(got)) {
			t.Fatalf("%q: %d, %v, want %v", text, int64(got), err, exact)
		}
		if err == nil {
			back, _ := got.MarshalJSON()
			if again, err := money.Parse(string(back)); err != nil || again != got {
				t.Fatalf("%q: %s comes back as %d, %v", text, back, int64(again), err)
			}
		}
	})
}

func hugeExponent(text string) bool {
	_, exponent, found := strings.Cut(strings.ToLower(text), "e")
	return found && len(exponent) > 4
}

func TestKipThatAMemberNamesHasNoAtt(t *testing.T) {
	for amount, wants := range map[money.Amount]map[money.Currency]bool{
		money.Units(100): {money.Baht: true, money.Kip: true}, 10050: {money.Baht: true, money.Kip: false}, 10001: {money.Baht: true, money.Kip: false}, -50: {money.Baht: true, money.Kip: false},
	} {
		for currency, ok := range wants {
			if err := currency.CheckEntry(amount); (err == nil) != ok || err != nil && !errors.Is(err, fault.KeyInvalid) {
				t.Errorf("%v %s: %v", amount, currency, err)
			}
		}
	}
}
