package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/server/emvco"
)

func TestAMembersInviteLinkOpensTheRegistrationWithTheirCode(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	answer := read[struct{ Link, Qrcode string }](t, want(t, "the link", p.Do(http.MethodGet, "/api/invite/link", ""), ""))
	if !strings.HasPrefix(answer.Link, "http") || !strings.HasSuffix(answer.Link, "/register?code="+p.profile().Profile.InviteCode) || strings.Contains(answer.Link, "//register") {
		t.Errorf("the link is %q", answer.Link)
	}
	if drawn, err := emvco.SVG(answer.Link); err != nil || drawn != answer.Qrcode {
		t.Errorf("the code holds something else than the link: %v", err)
	}
}
