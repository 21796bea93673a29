package httpapi_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
)

func TestEveryAlarmOfTheOperatorsPageIsAMetricFromTheStart(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "\n## Alarms\n")
	section, _, _ = strings.Cut(section, "\n## ")
	names := regexp.MustCompile("`(krapao_[a-z_]+)`").FindAllStringSubmatch(section, -1)
	if !found || len(names) < 10 {
		t.Fatalf("%d alarms in %q", len(names), section)
	}
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.Operator.InvariantsEvery = time.Second }))
	server.Client(t).Do(http.MethodGet, "/api/none", "")
	eventually(t, "each is shown", func() bool {
		metrics := ops(t, server, "/metrics")
		for _, name := range names {
			if !strings.Contains(metrics, "\n"+name[1]+"{") && !strings.Contains(metrics, "\n"+name[1]+" ") {
				t.Log("not yet: ", name[1])
				return false
			}
		}
		return strings.Contains(metrics, `krapao_shed_requests_total{budget="logins",of="caller"} 0`)
	})
}
