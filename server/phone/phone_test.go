package phone_test

import (
	"testing"

	"krapao/server/phone"
)

func TestALaoPhoneHasOneFormHoweverItIsTyped(t *testing.T) {
	t.Parallel()
	for want, typed := range map[string][]string{
		"02055512345": {"02055512345", "2055512345", "55512345", "85602055512345", "8562055512345", "+856 20 5551 2345", "008562055512345", "020-5551.2345", "(020) 55512345"},
		"0305551234":  {"0305551234", "305551234", "+856 30 555 1234", "856305551234"},
		"021234567":   {"021234567", "+856 021 234567"},
		"02085655123": {"85655123", "02085655123"}, // a mobile that begins like the country's code
		"0812345678":  {"0812345678"},              // a Thai number stays
	} {
		for _, text := range typed {
			if got, ok := phone.Lao(text); !ok || got != want {
				t.Errorf("%s is %q, %v, not %s", text, got, ok, want)
			}
		}
	}
	for _, text := range []string{"", "1234567", "+66812345678", "0000000000", "020555123456789", "๐๒๐๕๕๕๑๒๓๔๕", "a", "+"} {
		if got, ok := phone.Lao(text); ok {
			t.Errorf("%q was taken for %s", text, got)
		}
	}
}

func TestAPayersPhoneIsWrittenAsMembersRegisterIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"+66 81-234-5678": "0812345678", "66812345678": "0812345678", "0812345678": "0812345678", "+8562055512345": "02055512345", "2055512345": "02055512345",
		"305551234": "0305551234", "": "", "xxx-1234": "1234",
	} {
		if got := phone.Local(text); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}
