package httpapi_test

import (
	"net/http"
	"testing"

	"krapao/server/app"
	"krapao/server/portaltest"
)

// deprecatedGets are the GET forms of calls that change something.
var deprecatedGets = []string{
	"/api/wallet/activate/DEMOSLOT", "/api/wallet/resetpassword/DEMOSLOT", "/api/wallet/refresh/slot", "/api/invite/bonus",
	"/api/refund/receive", "/api/refund/addWallet", "/api/bonus/activate/WELCOME", "/api/bonus/clear",
	"/api/promotion/activate/NEWYEAR", "/api/autoLogin/DEMOSLOT/u1", "/api/autoLogin/DEMOSLOT/u1/p1",
}

func TestAnOldGetFormWorksOnlyForAClientOfOursOnPurpose(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(someone{})))
	member := server.Client(t).As("t")
	type header = portaltest.Header
	for _, path := range deprecatedGets {
		for name, row := range map[string]struct {
			headers []header
			code    string
		}{
			"no token":                    {[]header{{Name: "Authorization"}}, "UNAUTHORIZED"},
			"a token that is no bearer":   {[]header{{Name: "Authorization"}, {Name: "Authorization", Value: "Basic dDp0"}}, "UNAUTHORIZED"},
			"no X-Requested-With":         {[]header{{Name: "X-Requested-With"}}, "KEY_MISSING"},
			"another X-Requested-With":    {[]header{{Name: "X-Requested-With"}, {Name: "X-Requested-With", Value: "XMLHttpRequest"}}, "KEY_INVALID"},
			"a prefetch":                  {[]header{{Name: "Sec-Purpose", Value: "prefetch"}}, "KEY_INVALID"},
			"a prerender":                 {[]header{{Name: "Sec-Purpose", Value: "prefetch;prerender"}}, "KEY_INVALID"},
			"an old prefetch":             {[]header{{Name: "X-Moz", Value: "prefetch"}}, "KEY_INVALID"},
			"an older prefetch":           {[]header{{Name: "Purpose", Value: "Prefetch"}}, "KEY_INVALID"},
			"a navigation":                {[]header{{Name: "Sec-Fetch-Site", Value: "none"}, {Name: "Sec-Fetch-Mode", Value: "navigate"}, {Name: "Sec-Fetch-Dest", Value: "document"}}, "KEY_INVALID"},
			"an image of another site":    {[]header{{Name: "Sec-Fetch-Site", Value: "cross-site"}, {Name: "Sec-Fetch-Mode", Value: "no-cors"}, {Name: "Sec-Fetch-Dest", Value: "image"}}, "KEY_INVALID"},
			"a fetch of a sibling domain": {[]header{{Name: "Sec-Fetch-Site", Value: "same-site"}, {Name: "Sec-Fetch-Mode", Value: "cors"}, {Name: "Sec-Fetch-Dest", Value: "empty"}}, "KEY_INVALID"},
		} {
			if answer := member.Do(http.MethodGet, path, "", row.headers...); answer.Code() != row.code {
				t.Errorf("%s with %s: %d %s, want %s", path, name, answer.Status, answer.Body, row.code)
			}
		}
		ours := member.Do(http.MethodGet, path, "", header{Name: "Sec-Fetch-Site", Value: "same-origin"}, header{Name: "Sec-Fetch-Mode", Value: "cors"}, header{Name: "Sec-Fetch-Dest", Value: "empty"})
		if code := ours.Code(); code == "KEY_INVALID" || code == "KEY_MISSING" || code == "UNAUTHORIZED" {
			t.Errorf("%s from our own page: %d %s", path, ours.Status, ours.Body)
		}
		if ours.Header.Get("Cache-Control") != "no-store" || ours.Header.Get("Deprecation") == "" {
			t.Errorf("%s: Cache-Control %q, Deprecation %q", path, ours.Header.Get("Cache-Control"), ours.Header.Get("Deprecation"))
		}
		head := member.Do(http.MethodHead, path, "")
		if head.Status != http.StatusMethodNotAllowed {
			t.Errorf("HEAD %s: %d, want 405", path, head.Status)
		}
	}
}
