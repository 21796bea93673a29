package emvco_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/server/emvco"
	"krapao/server/money"
)

const (
	mobile   = "00020101021129370016A000000677010111011300668012345675802TH530376463046197"
	zeros    = "00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469"
	eWallet  = "00020101021129390016A000000677010111031514000080111111153037645802TH63047C0F"
	bill     = "00020101021230650016A00000067701011201150994000165501000212123456789012030667042953037645802TH54073649.2263044534"
	onePay   = "00020101021133380004BCEL0106ONEPAY0216mch5f76a7f5ca7d25204569753034185802LA6002SV6304182B"
	laoQR    = "00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3"
	contract = "00020101021230650016A00000067701011201150994000165501000212123456789012030667042953037645802TH5406100.0063041C78"
)

func TestCRCIsCCITTFalse(t *testing.T) {
	if got := emvco.CRC("123456789"); got != 0x29B1 {
		t.Fatalf("%04X", got)
	}
}

func TestKnownCodesAreBuiltAsPublished(t *testing.T) {
	for want, build := range map[string]func() (string, error){
		mobile: func() (string, error) { return emvco.PromptPay(emvco.Mobile, "0801234567", 0) },
		zeros:  func() (string, error) { return emvco.PromptPay(emvco.Mobile, "0000000000", 422) },
		bill: func() (string, error) {
			return emvco.PromptPayBill("099400016550100", "123456789012", "670429", 364922)
		},
		laoQR:  func() (string, error) { return emvco.LaoQR("00000418", "001", "I90BYP17BC295VZ", 0) },
		onePay: func() (string, error) { return emvco.OnePay("mch5f76a7f5ca7d2", "5697", "SV", 0) },
	} {
		if got, err := build(); err != nil || got != want {
			t.Errorf("\n got %s (%v)\nwant %s", got, err, want)
		}
	}
}

func TestKnownCodesAreRead(t *testing.T) {
	for _, c := range []struct {
		payload  string
		scheme   emvco.Scheme
		currency money.Currency
		amount   money.Amount
		tag      string
		value    string
	}{
		{mobile, emvco.SchemePromptPay, money.Baht, 0, "01", "0066801234567"},
		{zeros, emvco.SchemePromptPay, money.Baht, 422, "01", "0066000000000"},
		{eWallet, emvco.SchemePromptPay, money.Baht, 0, "03", "140000801111111"},
		{bill, emvco.SchemePromptPayBill, money.Baht, 364922, "02", "123456789012"},
		{onePay, emvco.SchemeOnePay, money.Kip, 0, "01", "ONEPAY"},
		{laoQR, emvco.SchemeLaoQR, money.Kip, 0, "03", "I90BYP17BC295VZ"},
		{contract, emvco.SchemePromptPayBill, money.Baht, 10000, "03", "670429"},
	} {
		code, err := emvco.Read(c.payload)
		if err != nil || code.Scheme != c.scheme || code.Currency != c.currency || code.Amount != c.amount || code.Account.Get(c.tag) != c.value {
			t.Errorf("%s: %+v %v", c.payload, code, err)
		}
		again, err := emvco.Encode(code.Fields)
		if err != nil || again != c.payload {
			t.Errorf("written again: %s %v", again, err)
		}
	}
}

func TestOneChangedCharacterIsRefused(t *testing.T) {
	for at := range bill {
		changed := []byte(bill)
		changed[at] ^= 1
		if _, err := emvco.Read(string(changed)); !errors.Is(err, emvco.ErrMalformed) {
			t.Errorf("a change at %d was read", at)
		}
	}
}

func TestVerifyWantsThisAmountOfThisCurrency(t *testing.T) {
	if err := emvco.Verify(contract, 10000, money.Baht); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"other amount":   emvco.Verify(contract, 10001, money.Baht),
		"other currency": emvco.Verify(contract, 10000, money.Kip),
		"no amount":      emvco.Verify(mobile, 0, money.Baht),
		"not a code":     emvco.Verify("hello", 10000, money.Baht),
	} {
		if err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

func TestWhatCannotBeWrittenIsRefused(t *testing.T) {
	for name, build := range map[string]func() (string, error){
		"short phone":     func() (string, error) { return emvco.PromptPay(emvco.Mobile, "080123456", 0) },
		"unknown kind":    func() (string, error) { return emvco.PromptPay("09", "0801234567", 0) },
		"negative amount": func() (string, error) { return emvco.PromptPay(emvco.Mobile, "0801234567", -1) },
		"huge amount":     func() (string, error) { return emvco.PromptPay(emvco.Mobile, "0801234567", money.Max) },
		"no reference":    func() (string, error) { return emvco.PromptPayBill("099400016550100", "", "", 1) },
		"long merchant":   func() (string, error) { return emvco.OnePay(strings.Repeat("m", 99), "5697", "SV", 1) },
	} {
		if got, err := build(); !errors.Is(err, emvco.ErrMalformed) {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

func TestEveryAmountComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Amount(rapid.Int64Range(1, 999_999_999_999).Draw(t, "amount"))
		payload, err := emvco.LaoQR("00000418", "001", rapid.StringMatching(`[A-Z0-9]{1,15}`).Draw(t, "receiver"), amount)
		if err != nil {
			t.Fatal(err)
		}
		if err := emvco.Verify(payload, amount, money.Kip); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzReadNeverPanics(f *testing.F) {
	for _, seed := range []string{mobile, zeros, eWallet, bill, onePay, laoQR, contract, "6304"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, err := emvco.Read(text)
		if err != nil {
			return
		}
		if _, err := emvco.Encode(code.Fields); err != nil {
			t.Errorf("read but cannot be written: %v", err)
		}
	})
}

func TestThePictureIsPlainXMLWithoutScript(t *testing.T) {
	picture, err := emvco.SVG(contract)
	if err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(strings.NewReader(picture))
	names := map[string]int{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			names[start.Name.Local]++
		}
	}
	if len(names) != 2 || names["svg"] != 1 || names["path"] != 2 || len(picture) > 12_000 {
		t.Fatalf("%v, %d bytes", names, len(picture))
	}
}
