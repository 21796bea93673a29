package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/server/chat"
	desk "krapao/server/gateway/helpdesk"
	"krapao/server/helpdesk"
	"krapao/server/id"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// HelpDeskConfig says which help desk of another party hears of the support chat and may answer there.
type HelpDeskConfig struct {
	URL    string      `env:"KRAPAO_HELP_DESK_URL" placeholder:"URL" help:"Base URL of a help desk that is told what happens in the support chat. Without one none is."`
	Key    secret.Text `env:"KRAPAO_HELP_DESK_KEY" placeholder:"KEY" help:"What we sign that with."`
	Secret secret.Text `env:"KRAPAO_HELP_DESK_SECRET" placeholder:"SECRET" help:"What the help desk signs its replies with. Without one it may not reply."`

	OldSecret secret.Text `env:"KRAPAO_OLD_HELP_DESK_SECRET" placeholder:"SECRET" help:"A second secret that is accepted of it while its secret changes. See OPERATIONS.md."`
}

func (c HelpDeskConfig) check() error {
	var wrong []error
	if c.URL != "" && !isHTTP(c.URL) {
		wrong = append(wrong, errors.New("KRAPAO_HELP_DESK_URL: must be an http or https URL"))
	}
	if (c.URL == "") != c.Key.Empty() {
		wrong = append(wrong, errors.New("KRAPAO_HELP_DESK_KEY: the help desk needs an address and a key"))
	}
	if !c.OldSecret.Empty() && c.Secret.Empty() {
		wrong = append(wrong, errors.New("KRAPAO_OLD_HELP_DESK_SECRET: it needs a present one"))
	}
	return errors.Join(wrong...)
}

// secrets gives what the help desk signs with, the present one first.
func (c HelpDeskConfig) secrets() (secrets []secret.Text) {
	for _, key := range []secret.Text{c.Secret, c.OldSecret} {
		if !key.Empty() {
			secrets = append(secrets, key)
		}
	}
	return secrets
}

// newHelpDesk makes what tells the help desk; nil where there is none.
func newHelpDesk(f floor, queue helpdesk.Queue) (*helpdesk.Service, error) {
	if f.HelpDesk.URL == "" {
		return nil, nil //nolint:nilnil // said above
	}
	client, err := desk.New(desk.Config{BaseURL: f.HelpDesk.URL, Key: f.HelpDesk.Key, Now: f.Now, Refuse: postgres.RefuseInTransaction})
	if err != nil {
		return nil, err
	}
	return helpdesk.New(helpdesk.Config{Store: postgres.HelpDesk{DB: f.db}, Queue: queue, Desk: client, Log: f.Log}), nil
}

// helpDeskOutbox gives the help desk what happens in the chat.
type helpDeskOutbox struct {
	desk   *helpdesk.Service
	origin string
}

// Add is described at chat.Outbox.
func (o helpDeskOutbox) Add(ctx context.Context, happened chat.Happening) error {
	talk := happened.Conversation
	event := helpdesk.Event{
		Conversation: talk.ID, At: talk.LastAt, Status: statusesOf[talk.State], Assigned: byOperator(talk), Name: talk.GuestName,
	}
	if talk.Party.Member != 0 {
		event.Member = talk.Party.Member.String()
	}
	var events []helpdesk.Event
	for _, message := range happened.Messages {
		if message.Sender == chat.Admin && message.Name == chat.Desk {
			continue // it came from there
		}
		said := event
		said.ID, said.Kind, said.At, said.Speaker, said.Text = id.NewID(), helpdesk.MessageCreated, message.At, speakersOf[message.Sender], plainText(message.Content)
		if message.Content.File != "" {
			said.File, said.FileKind = o.origin+"/"+chat.FilePath+message.Content.File, message.Content.FileKind
		}
		events = append(events, said)
	}
	if happened.Before.State != talk.State || byOperator(happened.Before) != byOperator(talk) {
		event.ID, event.Kind = id.NewID(), helpdesk.StatusChanged
		events = append(events, event)
	}
	return o.desk.Tell(ctx, events)
}

// byOperator tells whether an operator of ours has a conversation.
func byOperator(talk chat.Conversation) bool {
	return talk.State == chat.Taken && talk.Operator != chat.Desk
}

var statusesOf = map[chat.State]helpdesk.Status{
	chat.WithBot: helpdesk.Pending, chat.Waiting: helpdesk.Open, chat.Taken: helpdesk.Open, chat.Closed: helpdesk.Resolved,
}

var speakersOf = map[chat.Sender]helpdesk.Speaker{chat.Customer: helpdesk.Customer, chat.Admin: helpdesk.Person, chat.Bot: helpdesk.Bot}

// plainText gives what a reader sees of a message, a line for each part.
func plainText(of chat.Content) string {
	lines := []string{of.Text}
	if of.Title != "" { // a button that was pressed: what it sends is for the bot
		lines = []string{of.Title}
	}
	for _, card := range of.Cards {
		lines = append(lines, card.Title, card.Subtitle)
		for _, button := range card.Buttons {
			lines = append(lines, "["+button.Title+"]")
		}
	}
	for _, button := range of.Buttons {
		lines = append(lines, "["+button.Title+"]")
	}
	return strings.Join(strings.FieldsFunc(strings.Join(lines, "\n"), func(letter rune) bool { return letter == '\n' }), "\n")
}

// helpDeskJobs measures what the help desk has not taken yet.
func helpDeskJobs(a *App) {
	if a.HelpDesk == nil {
		return
	}
	waiting := prometheus.NewGauge(prometheus.GaugeOpts{Name: "krapao_help_desk_events_waiting", Help: "Events that the help desk has not taken yet, of all servers."})
	a.metrics.Register(waiting)
	a.every("measure what the help desk has not taken", 15*time.Second, func(ctx context.Context) error {
		count, err := postgres.HelpDesk{DB: a.DB}.Waiting(ctx)
		waiting.Set(float64(count))
		return err
	})
}

// pushHelpDesk delivers a conversation's events; nil where there is no help desk.
func (a *App) pushHelpDesk() postgres.PushHelpDesk {
	if a.HelpDesk == nil {
		return nil
	}
	return a.HelpDesk.Push
}
