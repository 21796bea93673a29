package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/server/app"
	"krapao/server/httpapi/api/operator"
	"krapao/server/portaltest"
)

func TestAMemberIsNobodyToTheBackOffice(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(someone{})))
	doc, err := operator.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	member := server.OperatorClient(t).As("t")
	closed := 0
	for pattern, item := range doc.Paths.Map() {
		path := strings.NewReplacer("{", "", "}", "").Replace(pattern)
		if got := status(server.URL() + path); got != http.StatusNotFound {
			t.Errorf("%s on the members' listener: %d", path, got)
		}
		for method, operation := range item.Operations() {
			if operation.Security != nil && len(*operation.Security) == 0 {
				continue
			}
			closed++
			if answer := member.Do(method, path, ""); answer.Status != http.StatusUnauthorized || answer.Code() != "invalid-token" {
				t.Errorf("%s %s with a member's token: %d %s", method, path, answer.Status, answer.Body)
			}
			if answer := member.As("").Do(method, path, ""); answer.Status != http.StatusUnauthorized || answer.Code() != "UNAUTHORIZED" {
				t.Errorf("%s %s without a token: %d %s", method, path, answer.Status, answer.Body)
			}
		}
	}
	if closed == 0 {
		t.Error("the contract has no call that needs an operator")
	}
	if got := status(server.OperatorURL() + "/api/lookup/banks"); got != http.StatusNotFound {
		t.Errorf("a member's call on the operators' listener: %d", got)
	}
}
