package simulator

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/simulator/api/payment"
	"krapao/server/simulator/api/webhook"
)

// The help desk's name in Credentials, and the base path of its calls.
const (
	HelpDeskParty = "help-desk"
	HelpDeskPath  = "/desk/v1"
)

// helpDesk takes what happens in the chat, shows it, and replies as Chatwoot does.
type helpDesk struct {
	config   *Config
	webhooks *webhooks

	mutex  sync.Mutex
	events []payment.HelpDeskEvent // oldest first
	seen   map[string]bool         // by the event's id
	last   int64                   // the number of the last reply
}

const keptEvents = 1000

func (d *helpDesk) mount(router chi.Router) {
	router.Get("/desk/events", d.list)
	router.Post("/desk/reply", d.say)
	router.Route(HelpDeskPath, func(router chi.Router) {
		router.Use(d.config.faults.onCalls(faultOf(faultHelpDesk)))
		router.Post("/help-desk/events", d.take)
	})
}

// take keeps an event that is signed as agreed, once.
func (d *helpDesk) take(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		writeMalformed(w, r, err)
		return
	}
	at, _ := strconv.ParseInt(r.Header.Get("X-Krapao-Timestamp"), 10, 64) // 0 is too old
	age := d.config.Now().Sub(time.Unix(at, 0)).Abs()
	if age > 300*time.Second || !hmac.Equal([]byte(r.Header.Get("X-Krapao-Signature")), []byte(sign(d.config.Credentials.Key(HelpDeskParty), at, body))) {
		writeJSON(w, http.StatusUnauthorized, payment.PaymentError{Code: "BAD_SIGNATURE", Message: "The event is not signed as agreed."})
		return
	}
	var event payment.HelpDeskEvent
	if err := json.Unmarshal(body, &event); err != nil || event.ID == "" {
		writeMalformed(w, r, fmt.Errorf("an event without an id: %w", err))
		return
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if !d.seen[event.ID] {
		d.seen[event.ID] = true
		if d.events = append(d.events, event); len(d.events) > keptEvents {
			d.events = d.events[1:]
		}
	}
	writeJSON(w, http.StatusOK, payment.WebhookReceipt{Received: true})
}

// HelpDeskEvents gives what the help desk was told, oldest first.
func (s *Simulator) HelpDeskEvents() []payment.HelpDeskEvent {
	s.desk.mutex.Lock()
	defer s.desk.mutex.Unlock()
	return append([]payment.HelpDeskEvent{}, s.desk.events...)
}

func (d *helpDesk) list(w http.ResponseWriter, _ *http.Request) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	writeJSON(w, http.StatusOK, d.events)
}

// say replies to a conversation: POST /desk/reply?conversation=ID&text=TEXT.
func (d *helpDesk) say(w http.ResponseWriter, r *http.Request) {
	d.mutex.Lock()
	d.last++
	number := d.last
	d.mutex.Unlock()
	d.reply(r.FormValue("conversation"), r.FormValue("text"), number)
	writeJSON(w, http.StatusOK, map[string]int64{"id": number})
}

// HelpDeskReply has the help desk reply to a conversation, under a number of its own.
func (s *Simulator) HelpDeskReply(conversation, text string, number int64) {
	s.desk.reply(conversation, text, number)
}

func (d *helpDesk) reply(conversation, text string, number int64) {
	outgoing, private := "outgoing", false
	d.webhooks.send(helpDeskReply, HelpDeskParty, HelpDeskParty, fmt.Sprint("reply-", number), text, webhook.ChatwootEvent{
		Event: "message_created", ID: &number, Content: &text, MessageType: &outgoing, Private: &private,
		Conversation: &webhook.ChatwootConversation{CustomAttributes: &webhook.ChatwootAttributes{KrapaoConversation: &conversation}},
	})
}

// tellHelpDeskReply hands a reply over, signed as Chatwoot signs.
func tellHelpDeskReply(ctx context.Context, client *webhook.Client, timestamp int64, signature string, body io.Reader) (*http.Response, error) {
	return client.ReceiveHelpDeskEventWithBody(ctx, &webhook.ReceiveHelpDeskEventParams{
		XChatwootTimestamp: timestamp, XChatwootSignature: "sha256=" + signature,
	}, "application/json", body)
}
