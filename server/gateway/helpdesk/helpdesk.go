// Package helpdesk tells a help desk what happens in the support chat, over payment.yaml's tellHelpDesk.
package helpdesk

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/helpdesk"
	"krapao/server/secret"
)

// ErrNotTaken means that the help desk refused an event, or did not answer.
var ErrNotTaken = errors.New("helpdesk: not taken")

// callTimeout ends one delivery.
const callTimeout = 8 * time.Second

// Config says where the help desk is.
type Config struct {
	// BaseURL is its address, under which the contract's path /help-desk/events lies.
	BaseURL string
	// Key is what events are signed with.
	Key secret.Text
	// Now is the clock of the signature.
	Now func() time.Time
	// Refuse tells why a context must not be waited with: it carries a database transaction. nil refuses none.
	Refuse func(ctx context.Context) error
}

// Client is a helpdesk.Desk.
type Client struct {
	config Config
	client *payment.Client
}

var _ helpdesk.Desk = (*Client)(nil)

// New makes a Client. It calls nobody yet.
func New(config Config) (*Client, error) {
	client, err := payment.NewClient(config.BaseURL, payment.WithHTTPClient(&http.Client{
		Timeout: callTimeout, Transport: capped.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}))
	if err != nil {
		return nil, fmt.Errorf("helpdesk: base URL: %w", err)
	}
	return &Client{config, client}, nil
}

// Deliver hands one event over. Errors: ErrNotTaken.
func (c *Client) Deliver(ctx context.Context, event helpdesk.Event) error {
	if c.config.Refuse != nil {
		if err := c.config.Refuse(ctx); err != nil {
			return err
		}
	}
	body, err := json.Marshal(toAPI(event))
	if err != nil {
		return err
	}
	at := c.config.Now().Unix()
	mac := hmac.New(sha256.New, []byte(c.config.Key.Reveal()))
	mac.Write([]byte(strconv.FormatInt(at, 10) + "."))
	mac.Write(body)
	answer, err := c.client.TellHelpDeskWithBody(ctx, &payment.TellHelpDeskParams{
		XKrapaoTimestamp: at, XKrapaoSignature: hex.EncodeToString(mac.Sum(nil)),
	}, "application/json", bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotTaken, err)
	}
	_ = answer.Body.Close() // it was read whole
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("%w: %d", ErrNotTaken, answer.StatusCode)
	}
	return nil
}

func toAPI(from helpdesk.Event) payment.HelpDeskEvent {
	event := payment.HelpDeskEvent{
		ID: from.ID.String(), Event: payment.HelpDeskEventName(from.Kind), CreatedAt: from.At, Contact: payment.HelpDeskContact{},
		Conversation: payment.HelpDeskConversation{
			ID: from.Conversation.String(), Status: payment.HelpDeskStatus(from.Status), Assigned: from.Assigned,
		},
	}
	if from.Member != "" {
		event.Contact.Identifier = &from.Member
	}
	if from.Name != "" {
		event.Contact.Name = &from.Name
	}
	if from.Kind != helpdesk.MessageCreated {
		return event
	}
	speaker := payment.HelpDeskMessageType(from.Speaker)
	event.MessageType, event.Content = &speaker, &from.Text
	if from.File != "" {
		event.Attachments = &[]payment.HelpDeskAttachment{{FileType: from.FileKind, DataURL: from.File}}
	}
	return event
}
