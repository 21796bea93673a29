package member

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestADeviceIsNamedByBrowserAndSystemOnly(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1": "Safari, iOS",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0":                                                        "Firefox, Windows",
		"": "", "curl/8.5.0": "", "<script>alert(1)</script>": "", "\xff\xfe": "",
	} {
		if got := deviceName(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
	for _, hostile := range []string{"Mozilla/5.0 (Linux; Android 15) " + strings.Repeat("ก", 5000), "Mozilla/5.0 (Windows NT 10.0) \x00\u202e" + strings.Repeat("A/1 ", 500)} {
		if got := deviceName(hostile); len([]rune(got)) > maxDevice || !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\u202e") {
			t.Errorf("%q", got)
		}
	}
}
