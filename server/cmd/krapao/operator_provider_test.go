package main

import (
	"strings"
	"testing"

	"krapao/server/postgres/postgrestest"
)

func TestProvidersAreWrittenFromTheCommandLine(t *testing.T) {
	test := postgrestest.New(t)
	for _, row := range []struct {
		line  []string
		shows string
	}{
		{[]string{"NAGA", "--name=Naga", "--category=slot", "--currencies=BAHT,LAK", "--logo=/a.svg", "--background=/b.svg", "--launch=autoLogin", "--open"}, "NAGA  slot      [BAHT LAK]  on    autoLogin"},
		{[]string{"NAGA", "--no-open"}, "NAGA  slot      [BAHT LAK]  off   autoLogin"},
		{[]string{"NAGA", "--launch=webUrl", "--launch-url=https://naga.example", "--currencies=LAK"}, "webUrl  https://naga.example  Naga"},
	} {
		if _, err := typed(t, test.URL, append([]string{"provider", "put"}, row.line...)...); err != nil {
			t.Errorf("%v: %v", row.line, err)
		}
		if printed, err := typed(t, test.URL, "provider"); err != nil || !strings.Contains(printed, row.shows) {
			t.Errorf("after %v: %v\n%s", row.line, err, printed)
		}
	}
	for _, wrong := range [][]string{{"NAGA", "--launch=fax"}, {"naga"}, {"NEW1", "--name=New"}, {"NAGA", "--web=ftp://x"}} {
		if _, err := typed(t, test.URL, append([]string{"provider", "put"}, wrong...)...); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	if printed, err := typed(t, test.URL, "audit"); err != nil || strings.Count(printed, "GAME_PROVIDER") != 3 {
		t.Errorf("%v\n%s", err, printed)
	}
}
