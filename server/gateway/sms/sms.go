// Package sms sends text messages through an SMS service that speaks payment.yaml's sendSms.
package sms

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/id"
	"krapao/server/secret"
)

// Config says how to reach the SMS service.
type Config struct {
	// BaseURL is the service's address, under which the contract's path /sms lies.
	BaseURL string
	// Key is what the service knows us by.
	Key secret.Text
	// Sender is the name that receivers see, at most 11 characters; empty leaves it to the service.
	Sender string
	// Timeout bounds one try; 5 s when 0.
	Timeout time.Duration
	// Refuse is asked before every call and refuses a context that carries a transaction. nil refuses nothing.
	Refuse func(ctx context.Context) error
}

// Client sends text messages.
type Client struct {
	config Config
	client *payment.ClientWithResponses
}

// tries is how often a message is handed over before it counts as not sent: the service knows a repeat by its
// reference.
const tries = 2

// ErrNotSent means that the service refused the message, or that nothing is known of it after every try. The cause
// never holds the text.
var ErrNotSent = errors.New("sms: not sent")

// New makes a client. It calls nobody yet.
func New(config Config) (*Client, error) {
	if config.Timeout == 0 {
		config.Timeout = 5 * time.Second
	}
	client, err := payment.NewClientWithResponses(config.BaseURL,
		payment.WithHTTPClient(&http.Client{Timeout: config.Timeout, Transport: capped.Transport{}, CheckRedirect: noRedirect}),
		payment.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
			r.Header.Set("X-Api-Key", config.Key.Reveal())
			return nil
		}))
	if err != nil {
		return nil, fmt.Errorf("sms: base URL: %w", err)
	}
	return &Client{config: config, client: client}, nil
}

// noRedirect: a redirect would carry the key and the text to somewhere else.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Send hands one message over; nil means accepted, not delivered. A try that got no answer, 429 or 5xx is made once
// more under the same reference, which sends nothing twice. Errors: ErrNotSent.
func (c *Client) Send(ctx context.Context, to, text string) error {
	if c.config.Refuse != nil {
		if err := c.config.Refuse(ctx); err != nil {
			return err
		}
	}
	body := payment.SendSmsRequest{Reference: id.NewID().String(), To: to, Text: text}
	if c.config.Sender != "" {
		body.Sender = &c.config.Sender
	}
	var err error
	for range tries {
		var again bool
		if again, err = c.try(ctx, body); !again || ctx.Err() != nil {
			break
		}
	}
	return err
}

func (c *Client) try(ctx context.Context, body payment.SendSmsRequest) (again bool, err error) {
	answer, err := c.client.SendSmsWithResponse(ctx, body)
	switch {
	case err != nil:
		return true, fmt.Errorf("%w: %w", ErrNotSent, err)
	case answer.JSON200 != nil:
		return false, nil
	}
	code := "no code"
	if answer.JSONDefault != nil {
		code = answer.JSONDefault.Code
	}
	status := answer.StatusCode()
	return status >= 500 || status == http.StatusTooManyRequests, fmt.Errorf("%w: %d %.64q", ErrNotSent, status, code)
}
