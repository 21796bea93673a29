package httpapi_test

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// someone takes every token for the same member's.
type someone struct{}

func (someone) ReadSession(context.Context, string, netip.Addr) (middleware.Session, error) {
	return middleware.Session{ID: id.NewID(), Member: 10_000_001, Currency: money.Baht}, nil
}

// ops reads a page of the operations listener.
func ops(t *testing.T, server *portaltest.Server, path string) string {
	t.Helper()
	response, err := http.Get(server.OpsURL() + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func grep(text, word string) string {
	var found []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
}
