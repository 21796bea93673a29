package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/chat"
)

// FAQ gives what operators changed of the bot's answers.
func (c Chat) FAQ(ctx context.Context) ([]chat.Entry, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select entry from chat_faq order by code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (entry chat.Entry, err error) { return entry, row.Scan(&entry) })
}

// PutFAQ writes an answer.
func (c Chat) PutFAQ(ctx context.Context, entry chat.Entry, at time.Time) error {
	written, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	_, err = c.Querier(ctx).Exec(ctx, `insert into chat_faq (code, entry, changed_at) values ($1, $2, $3)
		on conflict (code) do update set entry = excluded.entry, changed_at = excluded.changed_at`, entry.Code, written, at)
	return err
}

// DeleteFAQ removes an answer.
func (c Chat) DeleteFAQ(ctx context.Context, code string) error {
	_, err := c.Querier(ctx).Exec(ctx, "delete from chat_faq where code = $1", code)
	return err
}

// CannedReplies gives what operators answer often, by code.
func (c Chat) CannedReplies(ctx context.Context) ([]chat.CannedReply, error) {
	rows, err := c.Querier(ctx).Query(ctx, "select code, texts from chat_canned_reply order by code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (reply chat.CannedReply, err error) {
		return reply, row.Scan(&reply.Code, &reply.Texts)
	})
}

// PutCannedReply writes one.
func (c Chat) PutCannedReply(ctx context.Context, reply chat.CannedReply, at time.Time) error {
	texts, err := json.Marshal(reply.Texts)
	if err != nil {
		return err
	}
	_, err = c.Querier(ctx).Exec(ctx, `insert into chat_canned_reply (code, texts, changed_at) values ($1, $2, $3)
		on conflict (code) do update set texts = excluded.texts, changed_at = excluded.changed_at`, reply.Code, texts, at)
	return err
}

// DeleteCannedReply removes one.
func (c Chat) DeleteCannedReply(ctx context.Context, code string) error {
	_, err := c.Querier(ctx).Exec(ctx, "delete from chat_canned_reply where code = $1", code)
	return err
}

// Settings gives the office hours: always, where nobody set any.
func (c Chat) Settings(ctx context.Context) (settings chat.Settings, err error) {
	err = c.Querier(ctx).QueryRow(ctx, "select open_from, open_to from chat_settings").Scan(&settings.OpenFrom, &settings.OpenTo)
	if errors.Is(err, pgx.ErrNoRows) {
		return chat.Settings{}, nil
	}
	return settings, err
}

// PutSettings writes the office hours.
func (c Chat) PutSettings(ctx context.Context, settings chat.Settings, at time.Time) error {
	_, err := c.Querier(ctx).Exec(ctx, `insert into chat_settings (open_from, open_to, changed_at) values ($1, $2, $3)
		on conflict (singleton) do update set open_from = excluded.open_from, open_to = excluded.open_to, changed_at = excluded.changed_at`,
		settings.OpenFrom, settings.OpenTo, at)
	return err
}
