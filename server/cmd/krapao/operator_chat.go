package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"krapao/server/app"
	"krapao/server/chat"
)

// chatCommand is the support chat. People answer in the back office; what may lead members somewhere to pay is written
// here.
type chatCommand struct {
	Inbox        inboxCommand        `cmd:"" default:"withargs" help:"List the conversations that wait for a person or are with one, those that wait longest first."`
	Watch        watchTalkCommand    `cmd:"" help:"Read a conversation, and what comes meanwhile."`
	Take         takeTalkCommand     `cmd:"" help:"Answer a conversation from now on; the bot is silent then."`
	Reply        replyTalkCommand    `cmd:"" help:"Answer a conversation that you took."`
	Canned       cannedTalkCommand   `cmd:"" help:"Answer it with a canned reply, in the customer's language."`
	Handback     handBackTalkCommand `cmd:"" help:"Give it back to the bot, or to those that wait for a person."`
	Close        closeTalkCommand    `cmd:"" help:"End a conversation that nobody else has."`
	Answers      answersCommand      `cmd:"" help:"List what the bot answers."`
	Answer       putAnswerCommand    `cmd:"" help:"Write what the bot answers, from a file of JSON as server/chat/faq.json has it."`
	RemoveAnswer removeAnswerCommand `cmd:"" help:"Remove what was written for a code; the product's own answer is back."`
	Hours        hoursCommand        `cmd:"" help:"Read the office hours, or change them."`
}

type inboxCommand struct {
	openedServices
	Waiting bool `help:"Only those that wait for a person."`
}

// Run lists the inbox.
func (c *inboxCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		filter := chat.InboxFilter{Page: 1, Limit: 100}
		if c.Waiting {
			filter.States = []chat.State{chat.Waiting}
		}
		found, total, err := services.Chat.Inbox(ctx, filter)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("CONVERSATION", "STATE", "OPERATOR", "MEMBER", "WAITS SINCE", "UNREAD", "LAST")
			for _, talk := range found {
				member, since := "guest", "-"
				if talk.Party.Member != 0 {
					member = talk.Party.Member.String()
				}
				if !talk.WaitingSince.IsZero() {
					since = talk.WaitingSince.Format(time.DateTime)
				}
				row(talk.ID, talk.State, talk.Operator, member, since, talk.LastSeq-talk.OperatorRead, talk.LastAt.Format(time.DateTime))
			}
			row("total", total)
		})
	})
}

type answersCommand struct{ openedServices }

// Run lists the bot's answers.
func (c *answersCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		entries, err := services.Chat.Entries(ctx)
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("POSITION", "CODE", "HANDS OVER", "KEYWORDS")
			for _, entry := range entries {
				row(entry.Position, entry.Code, onOff(entry.HandOver), strings.Join(entry.Keywords, ", "))
			}
		})
	})
}

type putAnswerCommand struct {
	chatServices
	File string `arg:"" type:"existingfile" help:"A file with one answer."`
}

// Run writes the answer.
func (c *putAnswerCommand) Run(ctx context.Context) error {
	written, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	var entry chat.Entry
	if err := json.Unmarshal(written, &entry); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error { return services.Chat.PutEntry(ctx, entry) })
}

type removeAnswerCommand struct {
	openedServices
	Code string `arg:"" help:"The answer's code."`
}

// Run removes the answer.
func (c *removeAnswerCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error { return services.Chat.DeleteEntry(ctx, c.Code) })
}

type hoursCommand struct {
	openedServices
	From string `help:"From when on people answer, HH:MM of Asia/Bangkok."`
	To   string `help:"Until when; the same as --from: always."`
}

// Run shows the office hours, and changes them where both times are given.
func (c *hoursCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		if c.From != "" || c.To != "" {
			from, err := time.Parse("15:04", c.From)
			if err != nil {
				return err
			}
			to, err := time.Parse("15:04", c.To)
			if err != nil {
				return err
			}
			if err := services.Chat.PutSettings(ctx, chat.Settings{OpenFrom: from.Hour()*60 + from.Minute(), OpenTo: to.Hour()*60 + to.Minute()}); err != nil {
				return err
			}
		}
		hours, isOpen, err := services.Chat.Hours(ctx)
		if err != nil {
			return err
		}
		say("Office hours %02d:%02d to %02d:%02d, now %s.", hours.OpenFrom/60, hours.OpenFrom%60, hours.OpenTo/60, hours.OpenTo%60, onOff(isOpen))
		return nil
	})
}
