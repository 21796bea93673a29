package site

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"krapao/server/fault"
)

func TestEveryTextComesInEveryLanguage(t *testing.T) {
	t.Parallel()
	scripts := map[Locale]string{ThaiText: "ก", Lao: "ກ"}
	for key, texts := range defaults {
		for _, locale := range Locales() {
			items := texts[locale]
			if len(items) == 0 || len(items) != len(texts[English]) {
				t.Errorf("%s in %s has %d items, in English %d", key, locale, len(items), len(texts[English]))
			}
			for other := range scripts {
				if other != locale && strings.Contains(strings.Join(items, ""), scripts[other]) {
					t.Errorf("%s in %s is written in the letters of %s", key, locale, other)
				}
			}
		}
	}
	for _, key := range []TextKey{TitleText, DescriptionText, KeywordsText, ConditionsText, AgreementsText, NoticeText, ContactText} {
		if defaults[key] == nil {
			t.Errorf("%s is missing", key)
		}
	}
	for _, locale := range Locales() {
		if !strings.Contains(defaults[NoticeText][locale][0], "%percentFail%") {
			t.Errorf("the notice in %s does not name percentFail", locale)
		}
	}
}

func TestHTMLIsSanitisedBeforeItIsStored(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`<p>Hello <b>you</b></p>`:                             `<p>Hello <b>you</b></p>`,
		`<script>alert(1)</script><p>x</p>`:                   `<p>x</p>`,
		`<p onclick="alert(1)" style="color:red">x</p>`:       `<p>x</p>`,
		`<img src=x onerror=alert(1)>x`:                       `x`,
		`<a href="javascript:alert(1)">x</a>`:                 `x`,
		`<a href="http://example.com">x</a>`:                  `x`,
		`<a href="//example.com">x</a>`:                       `x`,
		`<a href="https://bank.example@evil.example/a">x</a>`: `x`,
		`<a href="https://a:b@evil.example">x</a>`:            `x`,
		`<a href="https://">x</a>`:                            `x`,
		`<a href="tel:021234567">x</a>`:                       `<a href="tel:021234567" rel="noreferrer">x</a>`,
		`<a href="https://example.com/a">x</a>`:               `<a href="https://example.com/a" rel="noreferrer noopener" target="_blank">x</a>`,
		`<iframe src="https://example.com"></iframe>x`:        `x`,
		`<svg><script>alert(1)</script></svg>x`:               `x`,
		`<form action="/x"><input name=a></form>x`:            `x`,
		`<p>%percentFail%%</p>`:                               `<p>%percentFail%%</p>`,
	} {
		got, err := ContactText.clean([]string{given})
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s\n gives %q %v\n want  %q", given, got, err, want)
		}
	}
}

func TestTextsThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	for key, items := range map[TextKey][]string{
		"unknown": {"x"}, "source.": {"x"}, NoticeText: {"a", "b"}, TitleText: {strings.Repeat("x", maxText+1)}, ConditionsText: make([]string, maxItems+1),
	} {
		if _, err := key.clean(items); !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%s: %v", key, err)
		}
	}
	if got, err := TitleText.clean([]string{" My\n title "}); err != nil || !slices.Equal(got, []string{"My title"}) {
		t.Errorf("%q %v", got, err)
	}
}

func TestSettingsThatWouldMisleadAreRefused(t *testing.T) {
	t.Parallel()
	good := Settings{Name: "Krapao", Website: "https://krapao.example", AgreementVersion: "1", AddressBinding: BindingOff}
	if err := good.validate(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Settings){
		"no name": func(s *Settings) { s.Name = "" }, "no version": func(s *Settings) { s.AgreementVersion = "" },
		"a script as website": func(s *Settings) { s.Website = "javascript:alert(1)" }, "plain http": func(s *Settings) { s.LineLink = "http://line.example" },
		"an open socket": func(s *Settings) { s.ChatSocket = "ws://chat.example" }, "no such binding": func(s *Settings) { s.AddressBinding = "sometimes" },
	} {
		spoiled := good
		spoil(&spoiled)
		if err := spoiled.validate(); !errors.Is(err, fault.KeyInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATextFallsBackInsteadOfBeingMissing(t *testing.T) {
	t.Parallel()
	snapshot := &Snapshot{config: Config{Edition: Laos}, stored: Stored{Texts: map[TextKey]map[Locale][]string{
		TitleText: {English: {"Mine"}}, SourceText("RADIO"): {Lao: {"ວິທະຍຸ"}},
	}, Sources: []string{"RADIO", "TV"}}}
	for name, row := range map[string]struct{ got, want string }{
		"the operator's own":            {snapshot.Text(TitleText, English), "Mine"},
		"the product's":                 {snapshot.Text(TitleText, ThaiText), defaults[TitleText][ThaiText][0]},
		"own in the default language":   {snapshot.Sources(English)[0].Description, "ວິທະຍຸ"},
		"a source nobody has described": {snapshot.Sources(English)[1].Description, "TV"},
	} {
		if row.got != row.want {
			t.Errorf("%s: %q, want %q", name, row.got, row.want)
		}
	}
	for cookie, want := range map[string]Locale{"TH": ThaiText, "la": Lao, "EN": English, "": Lao, "FR": Lao, "../": Lao} {
		if got := snapshot.Locale(cookie); got != want {
			t.Errorf("cookie %q is %s", cookie, got)
		}
	}
}
