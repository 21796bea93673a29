package bankaccount

import "testing"

func TestAMaskedNumberIsHeldAgainstAWholeOne(t *testing.T) {
	for _, row := range []struct {
		reported, whole string
		want            Likeness
	}{
		{"4051234567", "4051234567", Same}, {"405-1-23456-7", "4051234567", Same}, {"xxx-x-x3456-x", "4051234567", Same}, {"XXXXXX4567", "4051234567", Same},
		{"x4567", "4051234567", Same}, {"***4567", "405-123-4567", Same}, {"xxx-x-x3457-x", "4051234567", Differs}, {"4051234568", "4051234567", Differs},
		{"4567x", "4051234567", Differs}, {"94051234567", "4051234567", Differs}, {"xxx-x-xxx56-x", "4051234567", Unsure}, {"567", "4051234567", Unsure}, {"", "4051234567", Unsure},
		{"4051234567", "", Unsure}, {"xxxxxxxxxx", "4051234567", Unsure}, {"SOMCHAI", "4051234567", Unsure},
	} {
		if got := MatchNumber(row.reported, row.whole); got != row.want {
			t.Errorf("%q against %q: %d, want %d", row.reported, row.whole, got, row.want)
		}
	}
}

func TestAPayerIsTheMemberOrNot(t *testing.T) {
	own := Account{Bank: "SCB", Number: "4051234567", Holder: "นาย สมชาย ใจดี"}
	for name, row := range map[string]struct {
		payer Payer
		want  Likeness
	}{
		"all of it":               {Payer{Account: Account{Bank: "SCB", Number: "4051234567", Holder: "สมชาย ใจดี"}}, Same},
		"cut short":               {Payer{Account: Account{Bank: "SCB", Number: "xxxxx3456x", Holder: "นายสมชาย ใ"}}, Same},
		"in another script":       {Payer{Account: Account{Bank: "SCB", Number: "xxxxx3456x", Holder: "SOMCHAI J"}}, Same},
		"no name":                 {Payer{Account: Account{Bank: "SCB", Number: "xxxxx3456x"}}, Same},
		"another name":            {Payer{Account: Account{Bank: "SCB", Number: "4051234567", Holder: "สมศักดิ์ ใจดี"}}, Differs},
		"another bank":            {Payer{Account: Account{Bank: "KTB", Number: "4051234567", Holder: "สมชาย ใจดี"}}, Differs},
		"another number":          {Payer{Account: Account{Bank: "SCB", Number: "4051234568", Holder: "สมชาย ใจดี"}}, Differs},
		"a name and no number":    {Payer{Account: Account{Bank: "SCB", Holder: "สมชาย ใจดี"}}, Unsure},
		"neither name nor number": {Payer{Account: Account{Bank: "SCB"}}, Unsure},
	} {
		if got := MatchPayer(own, row.payer); got != row.want {
			t.Errorf("%s: %d, want %d", name, got, row.want)
		}
	}
}
