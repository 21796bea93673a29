package httpapi_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

func connect(ctx context.Context, url string) (*pgx.Conn, error) { return pgx.Connect(ctx, url) }

// twin starts another server over the same database.
func (s town) twin(t *testing.T) *portaltest.Server {
	t.Helper()
	return portaltest.Start(t, portaltest.WithApp(app.WithSMS(&phones{}), app.WithClock(s.Clock.Now)), portaltest.WithConfig(func(c *app.Config) {
		*c = s.App.Config
		c.DatabaseURL = secret.NewText(s.Database.URL)
	}))
}

// agreed has a second person approve what an answer says is asked for; what was done at once needs none.
func agreed(t testing.TB, second *portaltest.Client, what string, answer portaltest.Answer) {
	t.Helper()
	if answer.Status != http.StatusAccepted {
		want(t, what, answer, "")
		return
	}
	want(t, what+", approved", approve(second, read[requested](t, answer).ID), "")
}

func TestEveryLookupValueChangesWithoutARestartOnEveryServer(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	other := city.twin(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	token := member.login("0812345678", password)
	visitor := other.Client(t).As(token)
	for _, row := range []struct {
		method, path, body string
		lookup, shows      string
		action, subject    string
	}{
		{http.MethodPatch, "/operator/settings", `{"registerOTP":false}`, "/api/lookup/registerOTP", `"registerOTP":false`, "SETTINGS", ""},
		{http.MethodPatch, "/operator/settings", `{"enableChatWidget":true,"gamesInNewTab":false}`, "/api/lookup/enableChatWidget", `"enableChatWidget":true`, "SETTINGS", ""},
		{http.MethodPatch, "/operator/settings", `{"name":"Purse","website":"https://purse.example"}`, "/api/lookup/info", `"website":"https://purse.example"`, "SETTINGS", ""},
		{http.MethodPatch, "/operator/settings", `{"lineLink":"https://line.example/p","lineName":"@p"}`, "/api/lookup/contact", `"lineLink":"https://line.example/p"`, "SETTINGS", ""},
		{http.MethodPatch, "/operator/settings", `{"recommendedBanks":["BBL"]}`, "/api/lookup/site", `"recommendedBanks":["ธนาคารกรุงเทพ"]`, "SETTINGS", ""},
		{http.MethodPatch, "/operator/settings", `{"chatSocket":"wss://chat.example/s"}`, "/api/lookup/site", `"chatSocket":"wss://chat.example/s"`, "SETTINGS", ""},
		{http.MethodPatch, "/operator/settings", `{"agreementVersion":"2"}`, "/api/lookup/agreements", `"version":"2"`, "SETTINGS", ""},
		{http.MethodPut, "/operator/texts/title/th", `{"items":["ชื่อใหม่"]}`, "/api/lookup/site", `"title":"ชื่อใหม่"`, "TEXT", "title/th"},
		{http.MethodPut, "/operator/texts/conditions/th", `{"items":["<p>หนึ่ง</p>","<p>สอง<script>alert(1)</script></p>"]}`, "/api/lookup/conditions", `["\u003cp\u003eหนึ่ง\u003c/p\u003e","\u003cp\u003eสอง\u003c/p\u003e"]`, "TEXT", "conditions/th"},
		{http.MethodPut, "/operator/texts/agreements/th", `{"items":["<p>ข้อตกลง</p>"]}`, "/api/lookup/agreements", `ข้อตกลง`, "TEXT", "agreements/th"},
		{http.MethodPut, "/operator/texts/notice/th", `{"items":["<p>ประกาศ</p>"]}`, "/api/lookup/notice", `ประกาศ`, "TEXT", "notice/th"},
		{http.MethodPut, "/operator/texts/contact/th", `{"items":["<p>ติดต่อ</p>"]}`, "/api/lookup/contact", `ติดต่อ`, "TEXT", "contact/th"},
		{http.MethodPut, "/operator/sources/RADIO", `{"position":0,"isOpen":true}`, "/api/lookup/sources", `{"code":"RADIO","description":"RADIO"}`, "SOURCE", "RADIO"},
		{http.MethodPut, "/operator/texts/source.RADIO/th", `{"items":["วิทยุ"]}`, "/api/lookup/sources", `"description":"วิทยุ"`, "TEXT", "source.RADIO/th"},
		{http.MethodPut, "/operator/videos/wallet", `{"position":1,"video":"/media/help/new-{locale}.mp4","poster":"","isShow":true}`, "/api/lookup/site", `"video":"/media/help/new-th.mp4"`, "VIDEO", "wallet"},
		{http.MethodPut, "/operator/texts/help.wallet/th", `{"items":["วิดีโอ"]}`, "/api/lookup/site", `"title":"วิดีโอ"`, "TEXT", "help.wallet/th"},
		{http.MethodPut, "/operator/banks/NEWBANK", `{"number":"099","nameLocal":"ธนาคารใหม่","nameEN":"New Bank","edition":"thai","isWallet":false,"requiresLatinName":true,"position":0,"isOpen":true}`, "/api/lookup/banks", `"nameTH":"ธนาคารใหม่"`, "BANK", "NEWBANK"},
		{http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":150.5,"maximum":900}`, "/api/lookup/withdraw", `{"withdrawMax":900,"withdrawMin":150.5}`, "WITHDRAW_LIMIT", "BAHT"},
		{http.MethodPut, "/operator/deposit-rules", `{"isManual":true,"slipOpenFrom":"01:00","slipOpenTo":"22:30","slipMaxAgeMinutes":30,"slipMaxSizeMB":5}`, "/api/lookup/slip", `{"maxAgeMinutes":30,"maxSizeMB":5,"openFrom":"01:00","openTo":"22:30"}`, "DEPOSIT_RULES", ""},
		{http.MethodPut, "/operator/channels/NEWQR", `{"kind":"PAYMENT","bankCode":"KBANK","mode":"AUTO","nameTH":"คิวอาร์","nameEN":"QR","accountName":"","accountNo":"","currency":"BAHT","logo":"","takesQR":true,"minDeposit":20,"quickAmounts":[20,50.5],"position":1,"isOpen":true}`, "/api/lookup/deposit", `"quickAmounts":[20,50.5]`, "CHANNEL", "NEWQR"},
	} {
		if strings.Contains(string(visitor.Do(http.MethodGet, row.lookup, "").Body), row.shows) {
			t.Errorf("%s shows %s before", row.lookup, row.shows)
		}
		agreed(t, kam, row.path, noi.Do(row.method, row.path, row.body))
		city.Clock.Advance(2 * time.Second)
		if answer := visitor.Do(http.MethodGet, row.lookup, ""); !strings.Contains(string(answer.Body), row.shows) {
			t.Errorf("%s %s: the other server's %s is %s", row.path, row.body, row.lookup, answer.Body)
		}
		if line := auditOf(t, noi, row.action)[0]; line.Actor != "noi" && line.Actor != "kam" || line.Via != "CONSOLE" || line.Subject != row.subject || line.After == nil {
			t.Errorf("%s: the audit log has %+v", row.path, line)
		}
	}
	changed := auditOf(t, noi, "SETTINGS")
	if first := changed[len(changed)-1]; len(first.Before) != 1 || first.Before["registerOTP"] != true || first.After["registerOTP"] != false {
		t.Errorf("the first change of the settings is %+v", first)
	}
	want(t, "the own text back", noi.Do(http.MethodPut, "/operator/texts/notice/th", `{"items":[]}`), "")
	if line := auditOf(t, noi, "TEXT")[0]; line.Before["items"].([]any)[0] != "<p>ประกาศ</p>" || line.After != nil {
		t.Errorf("taking a text back left %+v", line)
	}
}

func TestAnOperatorShutsTheSiteAndOpensItAgain(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, visitor := city.Operator(t, "noi"), city.Client(t)
	want(t, "shutting", noi.Do(http.MethodPatch, "/operator/settings", `{"terminated":true}`), "")
	want(t, "a member's call", visitor.Do(http.MethodGet, "/api/lookup/banks", ""), "gone")
	if body := visitor.Do(http.MethodGet, "/api/lookup/active", "").Body; !strings.Contains(string(body), "gone") {
		t.Errorf("active answers %s", body)
	}
	want(t, "opening", noi.Do(http.MethodPatch, "/operator/settings", `{"terminated":false}`), "")
	want(t, "a member's call again", visitor.Do(http.MethodGet, "/api/lookup/banks", ""), "")
	if lines := auditOf(t, noi, "SETTINGS"); len(lines) != 2 || lines[0].After["terminated"] != false || lines[1].After["terminated"] != true {
		t.Errorf("%+v", lines)
	}
}

func TestAnOperatorReadsWhatIsStoredClosedOnesToo(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	city.query(t, "update help_video set is_show = false where code = 'bonus-end'")
	want(t, "closing a source", noi.Do(http.MethodPut, "/operator/sources/OTHER", `{"position":6,"isOpen":false}`), "")
	for path, shows := range map[string]string{
		"/operator/settings": `"registerOTP":true`, "/operator/sources": `{"code":"OTHER","isOpen":false,"position":6}`, "/operator/banks": `"code":"BCEL"`,
		"/operator/videos": `"isShow":false`, "/operator/texts": `"form":"HTML_LIST"`, "/operator/withdraw-limits": `"currency":"LAK"`,
		"/operator/deposit-rules": `"slipOpenFrom":"00:30"`, "/operator/channels": `{"channels":[]}`,
	} {
		if answer := want(t, path, noi.Do(http.MethodGet, path, ""), ""); !strings.Contains(string(answer.Body), shows) {
			t.Errorf("%s: %s, want %s in it", path, answer.Body, shows)
		}
	}
	if body := city.Client(t).Do(http.MethodGet, "/api/lookup/sources", "").Body; strings.Contains(string(body), "OTHER") {
		t.Errorf("members are offered a closed source: %s", body)
	}
}

func TestAChangeThatCannotBeIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi := city.Operator(t, "noi")
	channel := func(changes string) string {
		return `{"kind":"PAYMENT","bankCode":"KBANK","mode":"AUTO","nameTH":"ค","nameEN":"Q","accountName":"","accountNo":"","currency":"BAHT","logo":"","takesQR":true,"minDeposit":20,"quickAmounts":[20],"position":1,"isOpen":true` + changes + `}`
	}
	want(t, "a channel", noi.Do(http.MethodPut, "/operator/channels/QR1", channel("")), "")
	lines := read[struct{ Total int }](t, noi.Do(http.MethodGet, "/operator/audit", "")).Total
	for _, row := range [][3]string{
		{http.MethodPatch, "/operator/settings", `{}`},
		{http.MethodPatch, "/operator/settings", `{"website":"javascript:alert(1)"}`},
		{http.MethodPatch, "/operator/settings", `{"website":"https://*"}`},
		{http.MethodPatch, "/operator/settings", `{"lineLink":"https://name@host"}`},
		{http.MethodPatch, "/operator/settings", `{"lineLink":"https://line.example/\"x"}`},
		{http.MethodPatch, "/operator/settings", `{"chatSocket":"wss://evil.example;x"}`},
		{http.MethodPatch, "/operator/settings", `{"recommendedBanks":["NOBANK"]}`},
		{http.MethodPatch, "/operator/settings", `{"addressBinding":"sometimes"}`},
		{http.MethodPatch, "/operator/settings", `{"giftLinkKey":"x"}`},
		{http.MethodPut, "/operator/texts/nothing/th", `{"items":["x"]}`},
		{http.MethodPut, "/operator/texts/notice/fr", `{"items":["x"]}`},
		{http.MethodPut, "/operator/texts/notice/th", `{"items":["a","b"]}`},
		{http.MethodPut, "/operator/sources/radio", `{"position":1,"isOpen":true}`},
		{http.MethodPut, "/operator/videos/wallet", `{"position":1,"video":"//evil.example/x.mp4","poster":"","isShow":true}`},
		{http.MethodPut, "/operator/videos/wallet", `{"position":1,"video":"/media/../secret","poster":"","isShow":true}`},
		{http.MethodPut, "/operator/videos/wallet", `{"position":1,"video":"/media/x.mp4","poster":"https://cdn.example/x.jpg","isShow":true}`},
		{http.MethodPut, "/operator/videos/wallet", `{"position":1,"video":"/media/\"x.mp4","poster":"","isShow":true}`},
		{http.MethodPut, "/operator/videos/wallet", `{"position":1,"video":"/media/'x.mp4","poster":"","isShow":true}`},
		{http.MethodPut, "/operator/channels/QR1", strings.Replace(channel(""), `"logo":""`, `"logo":"/../../etc/passwd"`, 1)},
		{http.MethodPut, "/operator/providers/NAGA", providerBody(`,"web":"https://name@host","android":"","ios":"","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":""`)},
		{http.MethodPut, "/operator/providers/NAGA", providerBody(`,"web":"","android":"","ios":"","launchKind":"webUrl","launchUrl":"https://*","usernameField":"","passwordField":""`)},
		{http.MethodPut, "/operator/providers/NAGA", providerBody(`,"web":"","android":"","ios":"","launchKind":"webUrl","launchUrl":"https://evil.example;x","usernameField":"","passwordField":""`)},
		{http.MethodPut, "/operator/providers/NAGA", strings.Replace(providerBody(`,"web":"","android":"","ios":"","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":""`), "/media/b.svg", "//evil.example/b.svg", 1)},
		{http.MethodPut, "/operator/providers/NAGA", strings.Replace(providerBody(`,"web":"","android":"","ios":"","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":""`), "/media/l.svg", "/../../etc/passwd", 1)},
		{http.MethodPut, "/operator/banks/KTB", `{"number":"x","nameLocal":"a","nameEN":"a","edition":"thai","isWallet":false,"requiresLatinName":true,"position":1,"isOpen":true}`},
		{http.MethodPut, "/operator/banks/KTB", `{"number":"006","nameLocal":" ","nameEN":"a","edition":"thai","isWallet":false,"requiresLatinName":true,"position":1,"isOpen":true}`},
		{http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":0,"maximum":10}`},
		{http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":100,"maximum":10}`},
		{http.MethodPut, "/operator/withdraw-limits/BAHT", `{"minimum":1.005,"maximum":10}`},
		{http.MethodPut, "/operator/withdraw-limits/USD", `{"minimum":1,"maximum":10}`},
		{http.MethodPut, "/operator/deposit-rules", `{"isManual":true,"slipOpenFrom":"24:00","slipOpenTo":"22:30","slipMaxAgeMinutes":30,"slipMaxSizeMB":5}`},
		{http.MethodPut, "/operator/channels/QR1", channel(`,"currency":"LAK"`)},
		{http.MethodPut, "/operator/channels/QR1", strings.Replace(channel(""), `"BAHT"`, `"LAK"`, 1)},
		{http.MethodPut, "/operator/channels/QR1", strings.Replace(channel(""), `"takesQR":true`, `"takesQR":false`, 1)},
		{http.MethodPut, "/operator/channels/QR1", strings.Replace(channel(""), `"quickAmounts":[20]`, `"quickAmounts":[10]`, 1)},
		{http.MethodPut, "/operator/channels/QR1", strings.Replace(channel(""), `"logo":""`, `"logo":"//evil.example/x"`, 1)},
	} {
		want(t, row[1]+" "+row[2], noi.Do(row[0], row[1], row[2]), "KEY_INVALID")
	}
	if now := read[struct{ Total int }](t, noi.Do(http.MethodGet, "/operator/audit", "")).Total; now != lines {
		t.Errorf("refused changes left %d lines", now-lines)
	}
}

// square draws an image.
func square(side int) image.Image {
	drawn := image.NewNRGBA(image.Rect(0, 0, side, side))
	for i := range side {
		drawn.Set(i, i, color.Black)
	}
	return drawn
}

func TestAContactImageIsDrawnAnewAndServedAsAnImageOnly(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam, other := city.Operator(t, "noi"), city.Operator(t, "kam"), city.twin(t)
	const place = "/media/contact/line-qr.png"
	lineQR := func() *string {
		return read[struct{ LineQR *string }](t, other.Client(t).Do(http.MethodGet, "/api/lookup/contact", "")).LineQR
	}
	if got := other.Client(t).Do(http.MethodGet, place, ""); got.Status != http.StatusNotFound || lineQR() != nil {
		t.Errorf("before: %d %v", got.Status, lineQR())
	}
	var pngFile, jpegFile, gifFile bytes.Buffer
	for _, err := range []error{png.Encode(&pngFile, square(64)), jpeg.Encode(&jpegFile, square(48), nil), gif.Encode(&gifFile, square(32), nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	polyglot := append(bytes.Clone(pngFile.Bytes()), []byte(`<script>alert("canary")</script>`)...)
	for name, row := range map[string]struct {
		content []byte
		side    int
	}{"a PNG with a script behind it": {polyglot, 64}, "a JPEG that says it is HTML": {jpegFile.Bytes(), 48}, "a GIF": {gifFile.Bytes(), 32}} {
		agreed(t, kam, name, noi.Upload(http.MethodPut, "/operator/contact-qr", "file", "evil.html", row.content))
		city.Clock.Advance(2 * time.Second)
		answer := other.Client(t).Do(http.MethodGet, place+"?1700000000", "")
		shown, format, err := image.Decode(bytes.NewReader(answer.Body))
		if err != nil || format != "png" || shown.Bounds().Dx() != row.side || bytes.Contains(answer.Body, []byte("canary")) {
			t.Errorf("%s: %d, a %s of %v, %v", name, answer.Status, format, shown, err)
		}
		if header := answer.Header; header.Get("Content-Type") != "image/png" || header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", name, header)
		}
		if same := other.Client(t).Do(http.MethodGet, place, "", portaltest.Header{Name: "If-None-Match", Value: answer.Header.Get("ETag")}); same.Status != http.StatusNotModified {
			t.Errorf("%s, again: %d", name, same.Status)
		}
		if got := lineQR(); got == nil || *got != place {
			t.Errorf("%s: the contact lookup has %v", name, got)
		}
	}
	if lines := auditOf(t, noi, "CONTACT_QR"); len(lines) != 3 || lines[2].Before != nil || lines[2].After["sha256"] == nil {
		t.Errorf("%+v", lines)
	}
	var wide bytes.Buffer
	if err := png.Encode(&wide, square(1025)); err != nil {
		t.Fatal(err)
	}
	bomb := bytes.Clone(pngFile.Bytes())
	copy(bomb[16:24], []byte{0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff}) // says it is 65,535 pixels a side
	for name, row := range map[string]struct {
		content []byte
		code    string
	}{
		"nothing": {nil, "KEY_MISSING"}, "an SVG": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "KEY_INVALID"},
		"HTML": {[]byte("<!doctype html><script>alert(1)</script>"), "KEY_INVALID"}, "half a PNG": {pngFile.Bytes()[:pngFile.Len()/2], "KEY_INVALID"},
		"too many pixels": {wide.Bytes(), "KEY_INVALID"}, "a bomb": {bomb, "KEY_INVALID"}, "too many bytes": {make([]byte, 1<<20+1), "KEY_INVALID"},
	} {
		want(t, name, noi.Upload(http.MethodPut, "/operator/contact-qr", "file", "qr.png", row.content), row.code)
	}
	want(t, "another field", noi.Upload(http.MethodPut, "/operator/contact-qr", "picture", "qr.png", pngFile.Bytes()), "KEY_MISSING")
	want(t, "no form", noi.Do(http.MethodPut, "/operator/contact-qr", `{}`), "KEY_INVALID")
	if head := other.Client(t).Do(http.MethodHead, place, ""); head.Status != http.StatusOK || len(head.Body) != 0 {
		t.Errorf("HEAD: %d", head.Status)
	}
	city.Clock.Advance(2 * time.Second)
	want(t, "removing it", noi.Do(http.MethodDelete, "/operator/contact-qr", ""), "")
	city.Clock.Advance(2 * time.Second)
	if got := other.Client(t).Do(http.MethodGet, place, ""); got.Status != http.StatusNotFound || lineQR() != nil {
		t.Errorf("removed: %d %v", got.Status, lineQR())
	}
}
