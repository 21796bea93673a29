package main

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/server/httpapi/api/portal"
)

// stored is a message as the database has it.
type stored struct {
	seq              int64
	id, sender, text string
}

// behind counts the clients that are not in their room, or do not have its newest message yet.
func (t *trial) behind(ctx context.Context) (count int, err error) {
	newest := map[string]int64{}
	err = t.as(ctx, func(db *pgx.Conn) error {
		rows, err := db.Query(ctx, "select id::text, last_seq from chat_conversation")
		if err != nil {
			return err
		}
		var id string
		var seq int64
		_, err = pgx.ForEachRow(rows, []any{&id, &seq}, func() error {
			newest[id] = seq
			return nil
		})
		return err
	})
	for _, one := range t.talks {
		for _, client := range one.devices {
			if client.isBehind(newest[one.conversation]) {
				count++
			}
		}
	}
	return count, err
}

// verify holds the database, what was acknowledged, and what every client saw against each other.
func (t *trial) verify(ctx context.Context) error {
	t.result.rooms = len(t.talks)
	return t.as(ctx, func(db *pgx.Conn) error {
		for _, one := range t.talks {
			rows, err := db.Query(ctx, "select seq, id, sender, coalesce(content->>'text', '') from chat_message where conversation_id = $1 order by seq", one.conversation)
			if err != nil {
				return err
			}
			messages, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (m stored, err error) {
				return m, row.Scan(&m.seq, &m.id, &m.sender, &m.text)
			})
			if err != nil {
				return err
			}
			t.verifyStored(one, messages)
			for _, client := range one.devices {
				t.result.sockets++
				t.verifySeen(client, messages)
			}
		}
		return nil
	})
}

// verifyStored: each acknowledged message is stored once, in the order of sending, and nothing else is; the bot
// answered each message once where no operator was.
func (t *trial) verifyStored(of *talk, messages []stored) {
	var said, replied []string
	texts := map[string]bool{}
	bots := 0
	for i, m := range messages {
		if m.seq != int64(i+1) {
			t.broken("order", "%s: the message %d of the database has the number %d", of.name, i+1, m.seq)
		}
		switch portal.ChatSender(m.sender) {
		case portal.Customer:
			said = append(said, m.id)
		case portal.Admin:
			replied = append(replied, m.id)
		case portal.Bot:
			bots++
			continue
		}
		if texts[m.text] {
			t.broken("doubled", "%s: %q is stored twice", of.name, m.text)
		}
		texts[m.text] = true
	}
	t.compare(of, "the customer", of.said, said)
	t.compare(of, "the operator", of.replied, replied)
	answers := 1 // the welcome
	if !of.manned {
		answers = len(said)
	}
	if bots != answers {
		t.broken("the bot", "%s: %d messages of the bot, not %d", of.name, bots, answers)
	}
	t.result.messages += len(messages)
	t.customers += len(said)
	t.result.operators += len(replied)
	t.bots += bots
}

// compare tells what is lost, doubled, or in another order than it was sent.
func (t *trial) compare(of *talk, who string, sent, kept []string) {
	if slices.Equal(sent, kept) {
		return
	}
	for _, id := range sent {
		if !slices.Contains(kept, id) {
			t.broken("lost", "%s: %s's message %s was acknowledged and is not stored", of.name, who, id)
		}
	}
	if len(kept) > len(sent) {
		t.broken("doubled", "%s: %s sent %d messages, %d are stored", of.name, who, len(sent), len(kept))
	}
	t.broken("order", "%s: what %s sent is stored in another order, or not all of it", of.name, who)
}

// verifySeen: a client shows what the database has, in its order.
func (t *trial) verifySeen(by *device, messages []stored) {
	by.mu.Lock()
	defer by.mu.Unlock()
	seen := make([]string, len(by.thread))
	for i, item := range by.thread {
		seen[i] = item.UnderscoreID
	}
	want := make([]string, len(messages))
	for i, m := range messages {
		want[i] = m.id
	}
	if slices.Equal(seen, want) {
		return
	}
	for i, id := range want {
		if !slices.Contains(seen, id) {
			t.broken("lost", "%s: a client never saw message %d", by.talk.name, i+1)
		}
	}
	t.broken("order", "%s: a client saw %d messages of %d, or in another order", by.talk.name, len(seen), len(want))
}
