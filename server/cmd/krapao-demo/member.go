package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"time"

	"krapao/server/httpapi/api/portal"
	portalclient "krapao/server/httpapi/api/portal/client"
	"krapao/server/money"
)

// browser is one person at the portal: it calls what the front end calls, and reads and pays at the parties' pages.
type browser struct {
	portal  *portalclient.ClientWithResponses
	http    *http.Client
	parties string // the parties' origin
	token   string
}

func newBrowser(portalURL, partiesURL string) (*browser, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	b := &browser{http: &http.Client{Timeout: waitTimeout, Jar: jar, Transport: insisting{}}, parties: partiesURL}
	b.portal, err = portalclient.NewClientWithResponses(portalURL, portalclient.WithHTTPClient(b.http),
		portalclient.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
			r.Header.Set("X-Requested-With", "wallet-user")
			if r.Method == http.MethodPost {
				r.Header.Set("Idempotency-Key", rand.Text()) // insisting repeats it
			}
			if b.token != "" {
				r.Header.Set("Authorization", "Bearer "+b.token)
			}
			return nil
		}))
	return b, err
}

// insisting repeats a call that a server with too much to do has refused, as people do. Its key keeps it one.
type insisting struct{}

// RoundTrip implements http.RoundTripper.
func (insisting) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	const longest = 2 * time.Second
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, longest) {
		again := r.Clone(r.Context())
		if r.GetBody != nil {
			if again.Body, err = r.GetBody(); err != nil {
				return nil, err
			}
		}
		answer, err = http.DefaultTransport.RoundTrip(again)
		if err != nil || answer.StatusCode != http.StatusServiceUnavailable || r.Body != nil && r.GetBody == nil {
			return answer, err
		}
		select {
		case <-r.Context().Done():
			return answer, nil // the refusal says more than the time-out
		case <-time.After(pause):
			_ = answer.Body.Close()
		}
	}
}

// eventually asks again and again whether something has come.
func eventually(ctx context.Context, what string, has func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, waitTimeout)
	defer cancel()
	for {
		if has, err := has(); err != nil || has {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// refused makes an error of an answer that is not the wanted one.
func refused(what string, status int, body []byte) error {
	return fmt.Errorf("%s: %d %.200s", what, status, body)
}

// register makes the member with an OTP that it reads from the SMS party.
func (b *browser) register(ctx context.Context, who demoMember) error {
	sent, err := b.portal.SendOtpWithResponse(ctx, &portal.SendOtpParams{}, portal.OtpSendRequest{PhoneNumber: who.phone})
	if err != nil {
		return err
	}
	if sent.JSON200 == nil {
		return refused("sending the OTP", sent.StatusCode(), sent.Body)
	}
	if token := sent.JSON200.OtpToken; token != nil {
		code, err := b.readOTP(ctx, who.phone)
		if err != nil {
			return err
		}
		verified, err := b.portal.VerifyOtpWithResponse(ctx, &portal.VerifyOtpParams{}, portal.OtpVerifyRequest{OtpToken: *token, OtpCode: code})
		if err != nil {
			return err
		}
		if verified.JSON200 == nil {
			return refused("confirming the OTP", verified.StatusCode(), verified.Body)
		}
	}
	request := portal.RegisterRequest{
		Name: who.name, Username: who.phone, Password: who.password, BankCode: who.bankCode, BankAccountNo: who.bankAccountNo, BankAccountName: who.bankAccountName,
	}
	if who.invitedWith != "" {
		request.InviteCode = &who.invitedWith
	}
	if currency := portal.Currency(who.currency); who.namesCurrency {
		request.Currency = &currency
	}
	made, err := b.portal.RegisterAccountWithResponse(ctx, &portal.RegisterAccountParams{}, request)
	if err != nil {
		return err
	}
	if made.JSON200 == nil {
		return refused("registering", made.StatusCode(), made.Body)
	}
	return nil
}

// logIn opens a session; false when the phone and password are not a member's.
func (b *browser) logIn(ctx context.Context, who demoMember) (bool, error) {
	answer, err := b.portal.LogInWithResponse(ctx, nil, portal.LoginRequest{Username: who.phone, Password: who.password})
	switch {
	case err != nil:
		return false, err
	case answer.JSON200 != nil:
		b.token = answer.JSON200.Token
		return true, nil
	case answer.JSONDefault != nil && answer.JSONDefault.Message == "WRONG_CREDENTIAL":
		return false, nil
	}
	return false, refused("logging in", answer.StatusCode(), answer.Body)
}

// entries counts the member's statement.
func (b *browser) entries(ctx context.Context) (int, error) {
	answer, err := b.portal.ListStatementsWithResponse(ctx, nil, portal.StatementQuery{Page: 1, Limit: 1})
	if err != nil {
		return 0, err
	}
	if answer.JSON200 == nil {
		return 0, refused("reading the statement", answer.StatusCode(), answer.Body)
	}
	return answer.JSON200.Total, nil
}

// deposit makes a QR code, pays it at the gateway's page and waits until it is in the wallet.
func (b *browser) deposit(ctx context.Context, gateway string, amount money.Amount) error {
	before, err := b.entries(ctx)
	if err != nil {
		return err
	}
	made, err := b.portal.CreateQrCodeWithResponse(ctx, gateway, &portal.CreateQrCodeParams{}, portal.QrCodeRequest{Amount: amount})
	if err != nil {
		return err
	}
	if made.JSON200 == nil || !made.JSON200.HasQrcode || made.JSON200.QrcodeID == nil {
		return refused("creating a QR code", made.StatusCode(), made.Body)
	}
	if err := b.party(ctx, http.MethodPost, "/gateway/qr/"+*made.JSON200.QrcodeID+"/pay", nil); err != nil {
		return err
	}
	return eventually(ctx, "a paid QR code was not credited", func() (bool, error) {
		now, err := b.entries(ctx)
		return now > before, err
	})
}

func (b *browser) readOTP(ctx context.Context, phone string) (otp string, err error) {
	err = eventually(ctx, "no SMS with an OTP came", func() (bool, error) {
		var messages []struct{ OTP string }
		if err := b.party(ctx, http.MethodGet, "/sms/messages?phone="+url.QueryEscape(phone), &messages); err != nil || len(messages) == 0 {
			return false, err
		}
		otp = messages[0].OTP
		return otp != "", nil
	})
	return otp, err
}

// party makes a control call at the simulated parties.
func (b *browser) party(ctx context.Context, method, path string, answer any) error {
	return b.tell(ctx, method, path, nil, answer)
}

// tell is party with fields.
func (b *browser) tell(ctx context.Context, method, path string, fields map[string]string, answer any) error {
	var sent io.Reader
	if fields != nil {
		body, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, b.parties+path, sent)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := b.http.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return refused(path, response.StatusCode, body)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(body, answer)
}
