package simulator

import (
	"context"
	"net/http"
	"regexp"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/simulator/api/payment"
)

// message is one text message, as the page and GET /sms/messages show it.
type message struct {
	ID     string    `json:"id"`
	To     string    `json:"to"`
	Sender string    `json:"sender"`
	Text   string    `json:"text"`
	OTP    string    `json:"otp"` // the six digits in the text, "" when it has none
	At     time.Time `json:"at"`
}

const keptMessages = 500

// smsService takes messages and shows them instead of sending them.
type smsService struct {
	notServed
	config *Config

	mutex    sync.Mutex
	messages []*message          // oldest first
	receipts map[string]*message // by reference
}

func (s *smsService) mount(router chi.Router) {
	router.Get("/sms", s.page)
	router.Get("/sms/messages", s.list)
	router.Route(SMSPath, func(router chi.Router) {
		router.Use(s.config.Credentials.requireKey(one(SMSParty)), s.config.faults.onCalls(faultOf(faultSMS)))
		mountPayment(router, s)
	})
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// SendSms keeps the message; a repeated reference answers the first receipt.
func (s *smsService) SendSms(_ context.Context, request payment.SendSmsRequestObject) (payment.SendSmsResponseObject, error) {
	body := request.Body
	if err := checkReference(body.Reference); err != nil {
		return nil, err
	}
	if body.To == "" || body.Text == "" {
		return nil, malformed("to and text are required")
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	sent, repeated := s.receipts[body.Reference]
	if !repeated {
		sent = &message{ID: "SM" + random(capitals, 10), To: body.To, Text: body.Text, OTP: sixDigits.FindString(body.Text), At: s.config.Now()}
		if body.Sender != nil {
			sent.Sender = *body.Sender
		}
		s.receipts[body.Reference] = sent
		s.messages = append(s.messages, sent)
		if len(s.messages) > keptMessages {
			s.messages = s.messages[len(s.messages)-keptMessages:]
		}
	}
	return payment.SendSms200JSONResponse{MessageID: sent.ID, AcceptedAt: sent.At}, nil
}

// latest gives the messages to a phone, or to all when it is empty, newest first.
func (s *smsService) latest(phone string) []message {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	out := []message{}
	for i := len(s.messages) - 1; i >= 0; i-- {
		if phone == "" || s.messages[i].To == phone {
			out = append(out, *s.messages[i])
		}
	}
	return out
}

func (s *smsService) list(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, s.latest(r.URL.Query().Get("phone")))
}

func (s *smsService) page(w http.ResponseWriter, r *http.Request) {
	phone := r.URL.Query().Get("phone")
	render(w, "sms.html", view{Title: "SMS", Refresh: 3, Data: map[string]any{"Phone": phone, "Messages": s.latest(phone)}})
}
