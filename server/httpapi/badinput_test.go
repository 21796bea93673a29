package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/server/app"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

func TestALimitThatNoIntegerHoldsIsRefusedAsTheContractSays(t *testing.T) {
	t.Parallel()
	doc, err := portal.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range []string{"Page", "ChatHistoryRequest"} {
		limit := doc.Components.Schemas[schema].Value.Properties["limit"].Value
		if limit.Max == nil || *limit.Max > 1<<53 {
			t.Errorf("%s: a limit has no bound that every client can hold", schema)
		}
	}
	member := open(t).join(t, "0812345678", nil)
	for _, limit := range []string{"10000001", "9223372036854775808", "1e30"} {
		want(t, "a limit of "+limit, member.Do(http.MethodPost, "/api/statement", `{"page":1,"limit":`+limit+`}`), "KEY_INVALID")
	}
	want(t, "the largest limit", member.Do(http.MethodPost, "/api/statement", `{"page":1,"limit":10000000}`), "")
}

func TestALimitOfAnOperatorThatNoIntegerHoldsIsRefusedAsTheContractSays(t *testing.T) {
	t.Parallel()
	doc, err := operator.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	if limit := doc.Components.Parameters["PageLimit"].Value.Schema.Value; limit.Max == nil || *limit.Max > 1<<53 {
		t.Error("PageLimit: a limit has no bound that every client can hold")
	}
	noi := open(t).Operator(t, "noi")
	for _, path := range []string{"/operator/audit", "/operator/members", "/operator/withdrawals"} {
		for _, limit := range []string{"0", "10000001", "9223372036854775808", "1e30"} {
			want(t, path+" with a limit of "+limit, noi.Do(http.MethodGet, path+"?limit="+limit, ""), "KEY_INVALID")
		}
	}
	want(t, "the largest limit", noi.Do(http.MethodGet, "/operator/audit?limit=10000000", ""), "")
}

func TestAPromotionCodeThatNoTextCanHoldIsRefusedAsTheContractSays(t *testing.T) {
	t.Parallel()
	member := open(t).join(t, "0812345678", nil)
	for what, code := range map[string]string{
		"a zero byte": "A%00B", "broken UTF-8": "%ff", "too long a code": strings.Repeat("A", 513),
	} {
		want(t, what, member.Do(http.MethodGet, "/api/promotion/find/"+code, ""), "KEY_INVALID")
	}
}

func TestBadInputIsRefusedBeforeAnyHandler(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) { c.BodyLimit = 4096 }))
	visitor := server.Client(t)
	const missing, invalid = "KEY_MISSING", "KEY_INVALID"
	for name, row := range map[string]struct{ body, code string }{
		"no body":                          {"", missing},
		"white space only":                 {" \n ", missing},
		"an empty object":                  {`{}`, missing},
		"a missing field":                  {`{"username":"0812345678"}`, missing},
		"an empty field":                   {`{"username":"","password":"x"}`, missing},
		"a duplicate key":                  {`{"username":"a","username":"b","password":"x"}`, invalid},
		"a duplicate key, escaped":         {`{"username":"a","\u0075sername":"b","password":"x"}`, invalid},
		"a duplicate key in another case":  {`{"username":"a","Username":"b","password":"x"}`, invalid},
		"a key in another case":            {`{"username":"a","password":"x","isremember":true}`, invalid},
		"a key folding to another":         {`{"username":"a","pa\u017fsword":"x","password":"x"}`, invalid},
		"an unknown field of a closed one": {`{"username":"a","password":"x","admin":true}`, invalid},
		"trailing data":                    {`{"username":"a","password":"x"} {}`, invalid},
		"trailing text":                    {`{"username":"a","password":"x"}x`, invalid},
		"not JSON":                         {`username=a`, invalid},
		"half of it":                       {`{"username":"a","password":`, invalid},
		"broken UTF-8":                     {"{\"username\":\"a\xff\",\"password\":\"x\"}", invalid},
		"overlong UTF-8":                   {"{\"username\":\"a\xc0\xaf\",\"password\":\"x\"}", invalid},
		"a byte order mark":                {"\ufeff" + `{"username":"a","password":"x"}`, invalid},
		"a zero character":                 {`{"username":"a\u0000","password":"x"}`, invalid},
		"a zero byte":                      {"{\"username\":\"a\x00\",\"password\":\"x\"}", invalid},
		"a zero character in a key":        {`{"username":"a","password":"x","\u0000":1}`, invalid},
		"half a surrogate pair":            {`{"username":"a\ud800","password":"x"}`, invalid},
		"a pair the wrong way round":       {`{"username":"\udc00\ud800","password":"x"}`, invalid},
		"a number for a text":              {`{"username":812345678,"password":"x"}`, invalid},
		"null for a text":                  {`{"username":null,"password":"x"}`, invalid},
		"a text for a boolean":             {`{"username":"a","password":"x","isRemember":"true"}`, invalid},
		"a list for an object":             {`[{"username":"a","password":"x"}]`, invalid},
		"a bare number":                    {`1`, invalid},
		"too long a text":                  {`{"username":"a","password":"` + strings.Repeat("x", 129) + `"}`, invalid},
		"too long a body":                  {`{"username":"a","password":"` + strings.Repeat("x", 5000) + `"}`, invalid},
		"deep nesting":                     {`{"username":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `,"password":"x"}`, invalid},
		"nesting without an end":           {strings.Repeat(`{"a":`, 600), invalid},
		"a very large exponent":            {`{"username":"a","password":"x","isRemember":1e999999}`, invalid},
	} {
		t.Run(name, func(t *testing.T) {
			answer := visitor.Do(http.MethodPost, "/api/login", row.body)
			if answer.Status != http.StatusBadRequest || answer.Code() != row.code {
				t.Errorf("%d %s, want 400 %s", answer.Status, answer.Body, row.code)
			}
		})
	}
	for name, header := range map[string]portaltest.Header{
		"another content type": {Name: "Content-Type", Value: "text/plain"},
		"a form":               {Name: "Content-Type", Value: "application/x-www-form-urlencoded"},
		"a compressed body":    {Name: "Content-Encoding", Value: "gzip"},
	} {
		t.Run(name, func(t *testing.T) {
			drop := portaltest.Header{Name: header.Name}
			answer := visitor.Do(http.MethodPost, "/api/login", `{"username":"0812345678","password":"x"}`, drop, header)
			if answer.Code() != invalid {
				t.Errorf("%d %s, want %s", answer.Status, answer.Body, invalid)
			}
		})
	}
	t.Run("good input passes", func(t *testing.T) {
		for _, body := range []string{
			`{"username":"0812345678","password":"\ud83d\ude00 รหัส"}`,
			` {"password" : "x\\u0000" , "username":"\"}{"} `,
		} {
			if answer := visitor.Do(http.MethodPost, "/api/login", body); strings.HasPrefix(answer.Code(), "KEY_") {
				t.Errorf("%s: %d %s", body, answer.Status, answer.Body)
			}
		}
	})
}

func TestUnknownFieldsOfAnOpenRequestAreIgnoredAndCounted(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(someone{})))
	member := server.Client(t).As("t")
	answer := member.Do(http.MethodPost, "/api/statement", `{"page":1,"limit":10,"sort":"up","colour":{"page":1}}`)
	if answer.Code() == "KEY_INVALID" {
		t.Fatalf("an open request refuses unknown fields: %s", answer.Body)
	}
	metrics := ops(t, server, "/metrics")
	if !strings.Contains(metrics, `krapao_unknown_fields_total{operation="ListStatements"} 2`) {
		t.Errorf("not counted:\n%s", grep(metrics, "unknown_fields"))
	}
	for name, body := range map[string]string{
		"page 0": `{"page":0,"limit":10}`, "page 1.5": `{"page":1.5,"limit":10}`, "page as text": `{"page":"1","limit":10}`,
		"a huge page": `{"page":1e300,"limit":10}`, "limit -1": `{"page":1,"limit":-1}`, "a case of page": `{"page":1,"Page":2,"limit":10}`,
	} {
		if answer := member.Do(http.MethodPost, "/api/statement", body); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
}

func TestAPathThatNamesNothingGetsTheAnswerOfAnUnknownOne(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t, portaltest.WithApp(app.WithSessions(someone{})))
	member := server.Client(t).As("t")
	for name, code := range map[string]string{
		"a zero character": "%00", "a line break": "a%0Ab", "broken UTF-8": "%ff%fe", "10 kB": strings.Repeat("A", 10_000),
	} {
		answer := member.Do(http.MethodPost, "/api/wallet/activate/"+code, "")
		if answer.Status != http.StatusNotFound || answer.Code() != "NO_GAME" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	for _, odd := range []string{"a%2Fb", "..", "%2e%2e", "%F0%9F%98%80", "' or 1=1 --"} {
		answer := member.Do(http.MethodPost, "/api/wallet/activate/"+strings.ReplaceAll(odd, " ", "%20"), "")
		if answer.Status >= 500 {
			t.Errorf("%s: %d %s", odd, answer.Status, answer.Body)
		}
	}
}
