package weburl_test

import (
	"testing"

	"krapao/server/weburl"
)

func TestAnAddressIsAPlainOneOrNone(t *testing.T) {
	for text, want := range map[string]bool{
		"/media/logo.svg": true, "/a": true, "/media/provider/NAGA-1_x.svg": true,
		"": false, "/": false, "media/x.svg": false, "//evil.example/x": false, `/\evil.example`: false, "/../../etc/passwd": false, "/media/../x": false, "/media/./x": false,
		"/media/x/": false, "/a//b": false, `/media/"x.mp4`: false, "/media/'x.mp4": false, "/media/x y": false, "/media/x?y": false, "/media/%2e%2e/x": false, "/a;b": false,
		"/media/\tx": false, "/media/x\n": false, "https://x.example/y": false,
	} {
		if got := weburl.IsPath(text); got != want {
			t.Errorf("path %q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"https://line.me/R/ti/p/@abc": true, "https://x.example": true, "https://x.example:8443/a?b=c&d=%E0%B8%81#e": true, "https://192.0.2.7/": true, "https://[2001:db8::7]/": true,
		"https://cdn.example/{locale}.mp4": true,
		"":                                 false, "https://": false, "https://*": false, "https://*.example": false, "https://name@host": false, "https://name:pass@host": false, "https://evil.example;x": false,
		`https://line.example/"x`: false, "https://x.example/'": false, `https://x.example\@evil.example`: false, "http://x.example": false, "javascript:alert(1)": false, "https:x.example": false,
		"https://x.example/\n": false, "https://-x.example": false, "https://x..example": false, "//x.example": false, "https://x.example/ y": false, "https://x,y": false,
	} {
		if got := weburl.IsURL(text, "https"); got != want {
			t.Errorf("URL %q: %v", text, got)
		}
	}
}
