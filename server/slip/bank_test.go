package slip_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"testing"

	qrcode "github.com/skip2/go-qrcode"

	"krapao/server/id"
)

// paid is a transfer as the simulated bank made it.
type paid struct {
	TransactionReference, SlipPayload string
	picture                           []byte
}

// pay moves money from a member's own account to the house's; the fields change what is not so.
func (s *env) pay(who id.MemberID, amount string, fields ...string) paid {
	s.t.Helper()
	own := accounts[who]
	form := map[string]string{
		"fromBankCode": own.BankCode, "fromAccountNo": own.Number, "fromAccountName": own.Name, "toBankCode": "KBANK", "toAccountNo": houseNo, "amount": amount, "currency": "BAHT",
	}
	for i := 0; i < len(fields); i += 2 {
		form[fields[i]] = fields[i+1]
	}
	body, err := json.Marshal(form)
	if err != nil {
		s.t.Fatal(err)
	}
	var made paid
	if err := json.Unmarshal(s.party(http.MethodPost, "/bank/transfers", body), &made); err != nil {
		s.t.Fatal(err)
	}
	made.picture = s.party(http.MethodGet, "/bank/transfers/"+made.TransactionReference+"/slip.png", nil)
	return made
}

func (s *env) party(method, path string, body []byte) []byte {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.parties.URL+path, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: %d %.300s %v", method, path, answer.StatusCode, content, err)
	}
	return content
}

// slipOf draws a page with a code of any text; none for "".
func slipOf(t *testing.T, text string) []byte {
	t.Helper()
	page := image.NewRGBA(image.Rect(0, 0, 500, 700))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, image.Rect(0, 0, 500, 80), image.NewUniform(color.RGBA{R: 78, G: 42, B: 132, A: 255}), image.Point{}, draw.Src)
	if text != "" {
		code, err := qrcode.New(text, qrcode.Medium)
		if err != nil {
			t.Fatal(err)
		}
		draw.Draw(page, image.Rect(200, 400, 450, 650), code.Image(250), image.Point{}, draw.Src)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, page); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
