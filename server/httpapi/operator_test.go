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

func TestNeitherTokenIsWorthAnythingOnTheOtherSide(t *testing.T) {
	t.Parallel()
	city := open(t)
	phone := city.join(t, "0812345678", nil)
	member := phone.login("0812345678", password)
	noi := read[struct{ Token string }](t, logIn(city.Operator(t, "noi"), "noi", portaltest.OperatorPassword)).Token
	for _, side := range []struct {
		calls  func() ([]portaltest.Call, error)
		client *portaltest.Client
	}{
		{portaltest.OperatorCalls, city.OperatorClient(t).As(member)},
		{portaltest.Calls, city.Client(t).As(noi)},
	} {
		calls, err := side.calls()
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range calls {
			if call.Public {
				continue
			}
			if answer := side.client.Do(call.Method, call.Path, call.Body); answer.Status != http.StatusUnauthorized || answer.Code() != "invalid-token" {
				t.Errorf("%s with the other side's token: %d %s", call.Operation, answer.Status, answer.Body)
			}
		}
	}
}
