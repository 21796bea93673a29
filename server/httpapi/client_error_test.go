package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/remote"
)

func TestErrorsOfPagesAreCountedByWhatWasPublishedOnly(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.RequestsPerMinute = 0 }))
	raw := fmt.Appendf(nil, `{"schema":%d,"name":"mf-wallet","version":"1.0.0-abc","kit":"1.0.0","url":"/mf/mf-wallet/1.0.0-abc/","entry":"remoteEntry.js",
		"files":{"remoteEntry.js":{"sha384":%q,"size":1}}}`, remote.Schema, strings.Repeat("A", 64))
	description, err := remote.ParseDescription(raw)
	if err != nil {
		t.Fatal(err)
	}
	published := remote.Version{Description: description, Raw: raw, PublishedBy: "test", PublishedAt: server.Clock.Now()}
	if _, err := postgres.NewRemoteRepository(server.App.DB).AddVersion(t.Context(), published); err != nil {
		t.Fatal(err)
	}
	visitor := server.Client(t)
	report := func(remote, version string) {
		t.Helper()
		body := `{"remote":"` + remote + `","version":"` + version + `","route":"/user/home","error":"TypeError"}`
		want(t, "report", visitor.Do(http.MethodPost, "/api/client-errors", body), "")
	}
	report("mf-wallet", "1.0.0-abc")
	report("mf-wallet", "1.0.0-abc")
	report("shell", "anything")
	for _, version := range []string{"1", "2", "3"} {
		report("mf-invented", version)
		report("mf-wallet", version)
	}
	metrics := ops(t, server, "/metrics")
	for _, line := range []string{
		`krapao_client_errors_total{remote="mf-wallet",version="1.0.0-abc"} 2`,
		`krapao_client_errors_total{remote="shell",version=""} 1`,
		`krapao_client_errors_total{remote="other",version="other"} 6`,
	} {
		if !strings.Contains(metrics, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
	if got := strings.Count(metrics, "\nkrapao_client_errors_total{"); got != 3 {
		t.Errorf("%d series, a browser must not be able to make one", got)
	}
}

func TestAReportOfAPageCarriesNoText(t *testing.T) {
	t.Parallel()
	visitor := portaltest.Start(t).Client(t)
	for _, body := range []string{
		`{"remote":"shell","version":"","route":"/user/home","error":"could not read 081-234-5678"}`,
		`{"remote":"shell","version":"","route":"/user/home?phone=0812345678","error":"TypeError"}`,
		`{"remote":"shell","version":"","route":"/user/home","error":"TypeError","message":"text"}`,
		`{"remote":"SHELL\n","version":"","route":"/user/home","error":"TypeError"}`,
	} {
		want(t, body, visitor.Do(http.MethodPost, "/api/client-errors", body), "KEY_INVALID")
	}
}
