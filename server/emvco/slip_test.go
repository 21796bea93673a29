package emvco_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"krapao/server/emvco"
)

func TestASlipsCodeTellsBankAndReference(t *testing.T) {
	for text, want := range map[string]emvco.Slip{
		"004100060000010103014022000111222233344ABCD125102TH910417DF": {Bank: "014", Reference: "00111222233344ABCD12"},
		"00330006000001010306902126302105340875102TH9104F86F":         {Bank: "069", Reference: "630210534087"},
		" 00330006000001010306902126302105340875102TH9104f86f\n":      {Bank: "069", Reference: "630210534087"},
	} {
		if got, err := emvco.ReadSlip(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestWhatOnlyLooksLikeASlipsCodeIsRefused(t *testing.T) {
	sealed := func(body string) string { return body + "9104" + fmt.Sprintf("%04X", emvco.CRC(body+"9104")) }
	for text, want := range map[string]error{
		"": emvco.ErrNotSlip, "https://example.com/a/long/enough/address": emvco.ErrNotSlip,
		"00020101021129370016A000000677010111011300668012345675802TH530376463046197": emvco.ErrNotSlip,
		"004100060000010103014022000111222233344ABCD135102TH910417DF":                emvco.ErrMalformed, // another reference
		"004100060000010103014022000111222233344ABCD125102TH9104":                    emvco.ErrMalformed,
		sealed("004100060000010103014022000111222233344ABCD125102LA"):                emvco.ErrMalformed,
		sealed("004100060000010103A14022000111222233344ABCD125102TH"):                emvco.ErrMalformed,
		sealed("0041000600000101030140220001112222333 44ABCD125102TH"):               emvco.ErrMalformed,
		sealed("004100060000010103014029900111222233344ABCD125102TH"):                emvco.ErrMalformed,
		sealed("00410006000001" + strings.Repeat("0103014", 300)):                    emvco.ErrNotSlip, // longer than any
		sealed("0041000600000101030140220001112222333" + "\x00" + "4ABCD125102TH"):   emvco.ErrMalformed,
	} {
		if got, err := emvco.ReadSlip(text); !errors.Is(err, want) {
			t.Errorf("%.60q: %+v, %v, want %v", text, got, err, want)
		}
	}
}
