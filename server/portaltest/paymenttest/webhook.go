package paymenttest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"krapao/server/portaltest"
	"krapao/server/simulator"
)

// Signed is how a webhook is sent; the zero value of each field is what an honest gateway does.
type Signed struct {
	// Path is all of it before the gateway's code.
	Path string
	// Gateway is who sends, Secret what it signs with.
	Gateway, Secret string
	// Age is how long ago it says that it signed.
	Age time.Duration
	// Signature, when set, is sent as it is.
	Signature string
	// Tamper changes the body after it was signed.
	Tamper func([]byte) []byte
}

// Send sends a webhook until it is served, as gateways do.
func (p *Product) Send(body []byte, how Signed) portaltest.Answer {
	p.t.Helper()
	if how.Gateway == "" {
		how.Gateway = Gateway
	}
	if how.Path == "" {
		how.Path = "/webhooks/payment/"
	}
	if how.Secret == "" {
		how.Secret = Credentials.Secret(simulator.GatewayParty(how.Gateway))
	}
	timestamp := strconv.FormatInt(p.Clock.Now().Add(-how.Age).Unix(), 10)
	if how.Signature == "" {
		mac := hmac.New(sha256.New, []byte(how.Secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		how.Signature = hex.EncodeToString(mac.Sum(nil))
	}
	if how.Tamper != nil {
		body = how.Tamper(bytes.Clone(body))
	}
	client := p.Client(p.t)
	return UntilServed(func() portaltest.Answer {
		answer, err := client.Try(http.MethodPost, how.Path+how.Gateway, string(body),
			portaltest.Header{Name: "X-Krapao-Timestamp", Value: timestamp}, portaltest.Header{Name: "X-Krapao-Signature", Value: how.Signature})
		if err != nil {
			p.t.Error(err)
		}
		return answer
	})
}

// UntilServed asks again while the server is too busy, as gateways and members do, for a while.
func UntilServed(ask func() portaltest.Answer) (answer portaltest.Answer) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if answer = ask(); answer.Status != http.StatusServiceUnavailable {
			break
		}
	}
	return answer
}
