package simulator

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"krapao/server/simulator/api/webhook"
)

// kind says which of Krapao's webhooks an event goes to.
type kind string

const (
	paymentEvent kind = "payment"
	payoutEvent  kind = "payout"
	bankFeed     kind = "bank-feed"

	helpDeskReply kind = "help-desk"
)

// Delivery is one event on its way to Krapao, as the page and GET /gateway/webhooks show it.
type Delivery struct {
	EventID  string    `json:"eventId"`
	Kind     string    `json:"kind"`
	Party    string    `json:"party"`
	Summary  string    `json:"summary"`
	Attempts int       `json:"attempts"`
	Status   string    `json:"status"` // the last answer
	Done     bool      `json:"done"`   // answered 200, or 400 after which repeating is no use
	At       time.Time `json:"at"`
	// Refused are the lines of a bank's feed that were not taken; it is answered line by line.
	Refused []refusedLine `json:"refused,omitempty"`
}

// refusedLine is a line of a bank's feed that Krapao did not take.
type refusedLine struct {
	LineID string `json:"lineId"`
	Reason string `json:"reason"`
}

type delivery struct {
	Delivery
	kind     kind
	secretOf string
	body     []byte
}

// webhooks sends the parties' reports, each until it is answered 200.
type webhooks struct {
	config Config
	client *http.Client
	queue  chan *delivery

	mutex  sync.Mutex
	portal string
	all    []*delivery
}

const keptDeliveries = 200

func newWebhooks(config Config) *webhooks {
	return &webhooks{
		config: config, portal: config.Portal, queue: make(chan *delivery, 1024),
		client: &http.Client{Timeout: 10 * time.Second},
	}
}

func (h *webhooks) setPortal(origin string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.portal = origin
}

// send queues one event. party is the code in the webhook's path, secretOf the name its secret is derived by.
func (h *webhooks) send(kind kind, party, secretOf, eventID, summary string, event any) {
	body, err := json.Marshal(event)
	if err != nil {
		panic(err) // generated types marshal
	}
	plan := h.config.faults.onReport(faultOfReport(kind, party), eventID, body)
	for range plan.copies {
		queued := &delivery{kind: kind, secretOf: secretOf, body: plan.body, Delivery: Delivery{
			EventID: eventID, Kind: string(kind), Party: party, Summary: summary, Status: "waiting", At: h.config.Now(),
		}}
		h.config.journal.put(queued.record())
		h.enqueue(queued, plan.wait)
	}
}

func (h *webhooks) enqueue(queued *delivery, wait time.Duration) {
	h.mutex.Lock()
	h.all = append(h.all, queued)
	if len(h.all) > keptDeliveries {
		h.all = h.all[len(h.all)-keptDeliveries:]
	}
	h.mutex.Unlock()
	if wait == 0 {
		h.queue <- queued
		return
	}
	time.AfterFunc(wait, func() { h.queue <- queued })
}

// resumeAfter is when reports of an earlier run that were not taken are sent again: Krapao is starting too.
const resumeAfter = time.Second

func (h *webhooks) resume(report reportState) {
	h.enqueue(&delivery{Delivery: report.Delivery, kind: kind(report.Kind), secretOf: report.SecretOf, body: []byte(report.Body)}, resumeAfter)
}

func (d *delivery) record() record {
	return recordOf(kindReport, d.EventID, reportState{d.Delivery, d.secretOf, string(d.body)})
}

// faultOfReport names the party whose faults hit a report.
func faultOfReport(kind kind, party string) string {
	switch kind {
	case paymentEvent:
		return faultGateway + "/" + party
	case payoutEvent:
		return faultPayout + "/" + party
	case helpDeskReply:
		return faultHelpDesk
	case bankFeed:
		if party == walletBank {
			return faultEWallet
		}
	}
	return faultBank
}

// list gives the latest deliveries, newest first.
func (h *webhooks) list() []Delivery {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	out := make([]Delivery, 0, len(h.all))
	for i := len(h.all) - 1; i >= 0; i-- {
		out = append(out, h.all[i].Delivery)
	}
	return out
}

func (h *webhooks) run(ctx context.Context) {
	var group sync.WaitGroup
	defer group.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case queued := <-h.queue:
			group.Go(func() { h.deliver(ctx, queued) })
		}
	}
}

const longestRetry = 30 * time.Second

func (h *webhooks) deliver(ctx context.Context, d *delivery) {
	for wait := h.config.FirstRetry; ; wait = min(2*wait, longestRetry) {
		status, refused, err := h.attempt(ctx, d)
		if h.note(d, status, refused, err) {
			return
		}
		h.config.Log.LogAttrs(ctx, slog.LevelWarn, "webhook not taken", slog.String("kind", d.Kind), slog.String("event", d.EventID),
			slog.Int("status", status), slog.Any("error", err), slog.Duration("again_in", wait))
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// note writes what an attempt came to, and tells whether it was the last.
func (h *webhooks) note(d *delivery, status int, refused []refusedLine, err error) (done bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	d.Attempts++
	done = status == http.StatusOK || status == http.StatusBadRequest
	d.Done, d.Refused = done, refused
	d.Status = strconv.Itoa(status)
	if err != nil {
		d.Status = "no answer"
	}
	if done {
		h.config.journal.put(d.record())
	}
	return done
}

// refusal gives why a line of a bank's feed was refused, empty when it was not, or long ago.
func (h *webhooks) refusal(lineID string) string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, d := range h.all {
		for _, line := range d.Refused {
			if line.LineID == lineID {
				return line.Reason
			}
		}
	}
	return ""
}

// refusedLines reads which lines of a feed an answer refuses.
func refusedLines(answer []byte) (refused []refusedLine) {
	var receipt webhook.BankFeedReceipt
	if json.Unmarshal(answer, &receipt) != nil {
		return nil // the status tells enough
	}
	for _, line := range receipt.Lines {
		if line.Outcome != webhook.REFUSED {
			continue
		}
		reason := "no reason"
		if line.Reason != nil {
			reason = string(*line.Reason)
		}
		refused = append(refused, refusedLine{line.LineID, reason})
	}
	return refused
}

// attempt signs the same bytes anew, at the time they are sent.
func (h *webhooks) attempt(ctx context.Context, d *delivery) (status int, refused []refusedLine, err error) {
	h.mutex.Lock()
	portal := h.portal
	h.mutex.Unlock()
	client, err := webhook.NewClient(portal, webhook.WithHTTPClient(h.client))
	if err != nil {
		return 0, nil, err
	}
	timestamp := h.config.Now().Unix()
	signature := sign(h.config.Credentials.Secret(d.secretOf), timestamp, d.body)
	const json = "application/json"
	var response *http.Response
	switch d.kind {
	case paymentEvent:
		response, err = client.ReceivePaymentEventWithBody(ctx, d.Party,
			&webhook.ReceivePaymentEventParams{XKrapaoTimestamp: timestamp, XKrapaoSignature: signature}, json, bytes.NewReader(d.body))
	case payoutEvent:
		response, err = client.ReceivePayoutEventWithBody(ctx, d.Party,
			&webhook.ReceivePayoutEventParams{XKrapaoTimestamp: timestamp, XKrapaoSignature: signature}, json, bytes.NewReader(d.body))
	case bankFeed:
		response, err = client.ReceiveBankFeedWithBody(ctx, d.Party,
			&webhook.ReceiveBankFeedParams{XKrapaoTimestamp: timestamp, XKrapaoSignature: signature}, json, bytes.NewReader(d.body))
	case helpDeskReply:
		response, err = tellHelpDeskReply(ctx, client, timestamp, signature, bytes.NewReader(d.body))
	default:
		return 0, nil, fmt.Errorf("simulator: no webhook of kind %q", d.kind)
	}
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if d.kind == bankFeed && response.StatusCode == http.StatusOK {
		refused = refusedLines(answer)
	}
	return response.StatusCode, refused, err
}

// sign is the webhookSignature of payment.yaml.
func sign(secret string, timestamp int64, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strconv.FormatInt(timestamp, 10) + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}
