package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// Bus carries short payloads between servers by NOTIFY. Never publish in a money transaction: notifying transactions
// commit one after the other.
type Bus struct {
	DB *DB
	// Channel is the name that all servers share.
	Channel string
	Log     *slog.Logger
}

// Publish gives a payload of less than 8000 bytes to every server that listens, this one among them.
func (b Bus) Publish(ctx context.Context, payload []byte) error {
	_, err := poolQuerier{b.DB.acquire}.Exec(ctx, "select pg_notify($1, $2)", b.Channel, string(payload))
	return err
}

// listenAgain is the wait before another connection is tried.
const listenAgain = 250 * time.Millisecond

// Listen gives what is published to receive until ctx ends. It has a connection of its own, outside the pool, and makes
// another one when it breaks.
func (b Bus) Listen(ctx context.Context, receive func(payload []byte)) error {
	for ctx.Err() == nil {
		err := b.listen(ctx, receive)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the server stops
		}
		b.Log.LogAttrs(ctx, slog.LevelWarn, "the connection that listens broke; another one is made", slog.Any("error", err))
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
	return nil
}

func (b Bus) listen(ctx context.Context, receive func(payload []byte)) error {
	settings := b.DB.pool.Config().ConnConfig.Copy()
	settings.RuntimeParams["application_name"] = "krapao bus"
	connection, err := pgx.ConnectConfig(ctx, settings)
	if err != nil {
		return mapped(err)
	}
	defer func() { _ = connection.Close(context.WithoutCancel(ctx)) }() // it may be broken
	if _, err := connection.Exec(ctx, "listen "+pgx.Identifier{b.Channel}.Sanitize()); err != nil {
		return mapped(err)
	}
	for {
		notification, err := connection.WaitForNotification(ctx)
		if err != nil {
			return mapped(err)
		}
		receive([]byte(notification.Payload))
	}
}
