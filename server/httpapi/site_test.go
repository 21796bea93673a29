package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
	"krapao/server/site"
)

func in(language string) portaltest.Header {
	return portaltest.Header{Name: "Cookie", Value: "language=" + language}
}

type siteAnswer struct {
	Edition, DefaultLocale, Title, MetaDescription, GiftLinkKey, Version string
	Currencies, RecommendedBanks, LatinNameBanks                         []string
	PhoneRule                                                            struct {
		Pattern string
		Length  *int
	}
	ChatSocket *string
	HelpVideos []struct {
		Title, Video string
		Poster       *string
		IsShow       bool
	}
}

func TestAFreshSiteAnswersEveryLookup(t *testing.T) {
	t.Parallel()
	for _, edition := range []app.Edition{app.Thai, app.Laos} {
		t.Run(string(edition), func(t *testing.T) {
			t.Parallel()
			server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.Edition = edition }))
			visitor := server.Client(t)
			for _, path := range []string{"banks", "conditions", "agreements", "info", "notice", "contact", "sources", "active", "registerOTP", "enableChatWidget", "site"} {
				for _, language := range []string{"TH", "LA", "EN", "", "??"} {
					answer := want(t, path, visitor.Do(http.MethodGet, "/api/lookup/"+path, "", in(language)), "")
					if body := string(answer.Body); body == "[]" || strings.Contains(body, `:""`) && path != "contact" {
						t.Errorf("%s in %q has nothing to say: %s", path, language, body)
					}
				}
			}
		})
	}
}

func TestTheSettingsAreTheEditions(t *testing.T) {
	t.Parallel()
	thai, laos := portaltest.Start(t), portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.Edition = app.Laos }))
	get := func(server *portaltest.Server, language string) siteAnswer {
		return read[siteAnswer](t, want(t, "site", server.Client(t).Do(http.MethodGet, "/api/lookup/site", "", in(language)), ""))
	}
	th, la := get(thai, ""), get(laos, "")
	if th.Edition != "thai" || th.DefaultLocale != "th" || strings.Join(th.Currencies, " ") != "BAHT" || th.PhoneRule.Length == nil || *th.PhoneRule.Length != 10 ||
		th.PhoneRule.Pattern != `^0[0-9]{9}$` || strings.Join(th.RecommendedBanks, " ") != "ธนาคารกสิกรไทย ธนาคารไทยพาณิชย์" || strings.Join(th.LatinNameBanks, " ") != "BBL KTB TMB" {
		t.Errorf("%+v", th)
	}
	if la.Edition != "laos" || la.DefaultLocale != "la" || strings.Join(la.Currencies, " ") != "LAK BAHT" || la.PhoneRule.Length != nil || len(la.RecommendedBanks) != 0 {
		t.Errorf("%+v", la)
	}
	if len(th.GiftLinkKey) != 44 || th.Version != "1.1.14" || len(th.HelpVideos) != 5 || th.HelpVideos[0].Video != "/media/help/wallet-th.mp4" {
		t.Errorf("%+v", th)
	}
	if en := get(thai, "EN"); en.RecommendedBanks[0] != "Kasikornbank" || en.MetaDescription == th.MetaDescription || en.HelpVideos[0].Title != "How to use the wallet" {
		t.Errorf("%+v", en)
	}
}

func TestWhatTheOperatorWritesIsSanitisedAndShownEverywhereWithinSeconds(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	second := portaltest.Start(t, portaltest.WithApp(app.WithClock(server.Clock.Now)), portaltest.WithConfig(func(c *app.Config) {
		c.DatabaseURL = secret.NewText(server.Database.URL)
	}))
	notice := func(from *portaltest.Server, language string) string {
		return read[struct{ Notice string }](t, from.Client(t).Do(http.MethodGet, "/api/lookup/notice", "", in(language))).Notice
	}
	before := notice(second, "TH")
	if _, err := server.App.Site.PutText(t.Context(), site.NoticeText, site.ThaiText, []string{`<p>ใหม่</p><script>alert(1)</script>`}); err != nil {
		t.Fatal(err)
	}
	if got := notice(server, "TH"); got != "<p>ใหม่</p>" {
		t.Errorf("here: %q", got)
	}
	server.Clock.Advance(2 * time.Second)
	if got := notice(second, "TH"); got != "<p>ใหม่</p>" {
		t.Errorf("at the other server: %q", got)
	}
	if got := notice(server, "EN"); !strings.HasPrefix(got, "<p>The bonus") {
		t.Errorf("in English: %q", got)
	}
	if _, err := server.App.Site.PutText(t.Context(), site.NoticeText, site.ThaiText, nil); err != nil {
		t.Fatal(err)
	}
	if got := notice(server, "TH"); got != before {
		t.Errorf("taken back: %q", got)
	}
}

func TestAShutSiteAnswersGoneToAllButOneCall(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	visitor := server.Client(t)
	active := func() string {
		return read[struct{ Terminated string }](t, want(t, "active", visitor.Do(http.MethodGet, "/api/lookup/active", ""), "")).Terminated
	}
	set := func(terminated bool) {
		t.Helper()
		snapshot, err := server.App.Site.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		settings := snapshot.Settings()
		settings.Terminated = terminated
		if err := server.App.Site.PutSettings(t.Context(), settings); err != nil {
			t.Fatal(err)
		}
	}
	if got := active(); got != "active" {
		t.Errorf("open: %s", got)
	}
	set(true)
	if got := active(); got != "gone" {
		t.Errorf("shut: %s", got)
	}
	for path, body := range map[string]string{"/api/login": `{"username":"0812345678","password":"x"}`, "/api/otp/send": `{"phoneNumber":"0812345678"}`} {
		if answer := want(t, path, visitor.Do(http.MethodPost, path, body), "gone"); answer.Status != http.StatusGone {
			t.Errorf("%s: %d", path, answer.Status)
		}
	}
	want(t, "banks", visitor.Do(http.MethodGet, "/api/lookup/banks", ""), "gone")
	set(false)
	want(t, "open again", visitor.Do(http.MethodGet, "/api/lookup/banks", ""), "")
}

func TestTheLastTextsAreShownWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	visitor := server.Client(t)
	want(t, "before", visitor.Do(http.MethodGet, "/api/lookup/banks", ""), "")
	server.App.DB.Close()
	server.Clock.Advance(time.Minute)
	want(t, "texts", visitor.Do(http.MethodGet, "/api/lookup/banks", ""), "")
	answer := want(t, "a login", visitor.Do(http.MethodPost, "/api/login", `{"username":"0812345678","password":"x"}`), "INTERNAL_SERVER_ERROR")
	if answer.Status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestAVisitorWhoLeavesDoesNotKeepTheSettingsOld(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	if _, err := server.App.DB.Querier(t.Context()).Exec(t.Context(), "update site_setting set name = 'Renamed'"); err != nil {
		t.Fatal(err)
	}
	server.Clock.Advance(3 * time.Second)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if read, err := server.App.Site.Read(gone); err != nil || read.Settings().Name != "Renamed" {
		t.Errorf("%q %v", read.Settings().Name, err)
	}
}
