package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"krapao/server/background"
	"krapao/server/chat"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/secret"
)

type watchTalkCommand struct {
	oneTalk
	For    time.Duration `help:"How long to go on; without it until you interrupt."`
	Server string        `env:"KRAPAO_OPERATOR_URL" default:"http://127.0.0.1:8081" help:"The operators' listener, whose socket tells what is new."`
	Token  secret.Text   `env:"KRAPAO_OPERATOR_TOKEN" help:"The token of your login there. Without one, and where it is refused, the database is read every second."`
}

const (
	// shownAtFirst is how many messages are shown of what was said before, readEvery how often new ones are looked for
	// where there is no socket.
	shownAtFirst = 20
	readEvery    = time.Second
	// answerWithin bounds how long the listener may take to let us in.
	answerWithin = 5 * time.Second
)

// Run prints the newest messages, and those that come.
func (c *watchTalkCommand) Run(ctx context.Context) error {
	if c.For > 0 {
		until, cancel := context.WithTimeout(ctx, c.For)
		defer cancel()
		ctx = until
	}
	return c.with(ctx, func(ctx context.Context, talks *chat.Service, conversation id.ID) error {
		last, err := c.print(ctx, talks, conversation, chat.Range{Newest: true, Limit: shownAtFirst})
		if err != nil {
			return err
		}
		if !c.Token.Empty() {
			refusal := c.listen(ctx, conversation, &last)
			if ctx.Err() == nil {
				_, _ = fmt.Fprintln(os.Stderr, "The socket was refused or ended; the database is read every second instead:", refusal)
			}
		}
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(readEvery):
			}
			found, err := c.print(ctx, talks, conversation, chat.Range{After: last, Limit: 100})
			if err != nil && ctx.Err() == nil {
				return err
			}
			last = max(last, found)
		}
	})
}

// print prints a range of messages, and gives the number of the last one.
func (c *watchTalkCommand) print(ctx context.Context, talks *chat.Service, conversation id.ID, wanted chat.Range) (last int64, err error) {
	found, err := talks.Messages(ctx, conversation, wanted)
	for _, message := range found {
		printMessage(message.At, string(message.Sender), shown(message.Content))
		last = message.Seq
	}
	return last, err
}

func printMessage(at time.Time, sender, said string) {
	_, _ = fmt.Fprintf(os.Stdout, "%s %-8s %s\n", at.Format(time.DateTime), sender, said)
}

// listen prints what the operators' socket tells, until it ends or ctx does.
func (c *watchTalkCommand) listen(ctx context.Context, conversation id.ID, last *int64) error {
	dialing, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	socket, response, err := websocket.DefaultDialer.DialContext(dialing, "ws"+strings.TrimPrefix(c.Server, "http")+"/operator/chat/socket", nil)
	if response != nil {
		_ = response.Body.Close() // the library has read it
	}
	if err != nil {
		return err
	}
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	background.Go(slog.Default(), "ending the socket", func() {
		<-ctx.Done()
		_ = socket.Close() // it may have ended already
	})
	of := conversation.String()
	for _, frame := range []any{
		operator.OperatorJoinFrame{Event: operator.OperatorEventJoin, Data: operator.OperatorJoin{Token: c.Token.Reveal()}},
		operator.OperatorWatchFrame{Event: operator.OperatorEventWatch, Data: operator.OperatorWatch{Conversation: &of, After: last}},
	} {
		if err := socket.WriteJSON(frame); err != nil {
			return err
		}
	}
	for {
		var got struct {
			Event string
			Data  json.RawMessage
		}
		if err := socket.ReadJSON(&got); err != nil {
			return err
		}
		if err := printFrame(got.Event, got.Data, last); err != nil {
			return err
		}
	}
}

// printFrame prints what a frame tells. Errors: what the server refused.
func printFrame(event string, data json.RawMessage, last *int64) error {
	switch event {
	case string(operator.OperatorEventMessaging):
		var said operator.OperatorMessaging
		if err := json.Unmarshal(data, &said); err != nil {
			return err
		}
		printMessage(said.Message.CreatedAt, string(said.Message.Sender), shownFrame(said.Message.Message))
		*last = said.Message.Seq
	case string(operator.OperatorEventError):
		var refused operator.APIError
		if err := json.Unmarshal(data, &refused); err != nil {
			return err
		}
		return errors.New(refused.Message)
	}
	return nil
}

// shownFrame is shown for a message as the socket brings it.
func shownFrame(message operator.ChatMessage) string {
	var said []string
	add := func(words ...*string) {
		for _, word := range words {
			if word != nil {
				said = append(said, *word)
			}
		}
	}
	press := func(buttons *[]operator.ChatButton) {
		if buttons != nil {
			for _, button := range *buttons {
				said = append(said, "["+button.Title+"]")
			}
		}
	}
	if payload := message.Payload; payload != nil {
		add(payload.Message, payload.Title, payload.FilePath)
		press(payload.Buttons)
	}
	if message.Payloads != nil {
		for _, card := range *message.Payloads {
			add(&card.Title, card.Subtitle)
			press(card.Buttons)
		}
	}
	return oneLine(said)
}
