package main

import (
	"context"
	"strings"
	"unicode"

	"krapao/server/app"
	"krapao/server/chat"
	"krapao/server/id"
)

// chatServices is openedServices with what the server is told of where messages may lead.
type chatServices struct {
	openedServices
	PublicURL string   `env:"KRAPAO_PUBLIC_URL" default:"http://localhost:8080" help:"The origin that members open."`
	LinkHosts []string `env:"KRAPAO_CHAT_LINK_HOSTS" placeholder:"HOST,..." help:"Hosts that messages may link to, as the server has them."`

	HelpDesk app.HelpDeskConfig `embed:"" prefix:"help-desk-"`
}

func (c chatServices) do(ctx context.Context, work func(ctx context.Context, services *app.Services) error) error {
	return c.doWith(ctx, app.Config{Edition: c.Edition, PublicURL: c.PublicURL, Chat: app.ChatConfig{LinkHosts: c.LinkHosts}, HelpDesk: c.HelpDesk}, work)
}

// oneTalk is the flags of a command about one conversation.
type oneTalk struct {
	chatServices
	Conversation string `arg:"" help:"The conversation's id."`
}

func (c oneTalk) with(ctx context.Context, work func(ctx context.Context, talks *chat.Service, conversation id.ID) error) error {
	conversation, err := id.Parse(c.Conversation)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error { return work(ctx, services.Chat, conversation) })
}

// shown gives a message as one line.
func shown(content chat.Content) string {
	said := []string{content.Text, content.Title, content.File}
	for _, card := range content.Cards {
		said = append(said, card.Title, card.Subtitle)
	}
	for _, button := range content.Buttons {
		said = append(said, "["+button.Title+"]")
	}
	return oneLine(said)
}

// oneLine puts words into one line. What a customer wrote may hold signs that a terminal obeys.
func oneLine(said []string) string {
	return strings.Join(strings.Fields(strings.Map(func(letter rune) rune {
		if unicode.IsControl(letter) || unicode.Is(unicode.Bidi_Control, letter) {
			return ' '
		}
		return letter
	}, strings.Join(said, " "))), " ")
}

type takeTalkCommand struct{ oneTalk }

// Run takes it.
func (c *takeTalkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, talks *chat.Service, conversation id.ID) error {
		_, err := talks.Take(ctx, conversation)
		return err
	})
}

type replyTalkCommand struct {
	oneTalk
	Text string `arg:"" help:"What to say."`
}

// Run says it.
func (c *replyTalkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, talks *chat.Service, conversation id.ID) error {
		_, err := talks.Reply(ctx, chat.ReplyInput{Conversation: conversation, Content: chat.Content{Type: chat.Text, Text: c.Text}})
		return err
	})
}

type cannedTalkCommand struct {
	oneTalk
	Code string `arg:"" help:"The canned reply's code."`
}

// Run says it.
func (c *cannedTalkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, talks *chat.Service, conversation id.ID) error {
		talk, err := talks.Conversation(ctx, conversation)
		if err != nil {
			return err
		}
		content, err := talks.Canned(ctx, c.Code, talk.Locale)
		if err != nil {
			return err
		}
		_, err = talks.Reply(ctx, chat.ReplyInput{Conversation: conversation, Content: content})
		return err
	})
}

type handBackTalkCommand struct {
	oneTalk
	Queue bool `help:"To those that wait for a person; otherwise to the bot."`
}

// Run gives it back.
func (c *handBackTalkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, talks *chat.Service, conversation id.ID) error {
		_, err := talks.HandBack(ctx, conversation, c.Queue)
		return err
	})
}

type closeTalkCommand struct{ oneTalk }

// Run ends it.
func (c *closeTalkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(ctx context.Context, talks *chat.Service, conversation id.ID) error {
		_, err := talks.Close(ctx, conversation)
		return err
	})
}
