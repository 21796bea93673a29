package postgres

import (
	"context"
	"encoding/json"
	"time"

	"krapao/server/helpdesk"
	"krapao/server/id"
)

// HelpDesk keeps what a help desk is to be told; it is a helpdesk.Store.
type HelpDesk struct{ *DB }

var _ helpdesk.Store = HelpDesk{}

// AddEvents keeps events in the context's transaction, in their order.
func (h HelpDesk) AddEvents(ctx context.Context, events []helpdesk.Event) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	for _, event := range events {
		written, err := json.Marshal(event)
		if err != nil {
			return err
		}
		if err := h.Enqueue(ctx, "insert into help_desk_event (conversation_id, event) values ($1, $2)", event.Conversation, written); err != nil {
			return err
		}
	}
	return nil
}

// NextEvent gives the oldest event of a conversation, and how often its delivery failed. Errors: NO_DATA.
func (h HelpDesk) NextEvent(ctx context.Context, conversation id.ID) (event helpdesk.Event, failed int, err error) {
	err = h.Querier(ctx).QueryRow(ctx, "select event, failed from help_desk_event where conversation_id = $1 order by number limit 1", conversation).Scan(&event, &failed)
	return event, failed, oneRow(err)
}

// Delivered forgets an event, and lengthens the turn.
func (h HelpDesk) Delivered(ctx context.Context, event helpdesk.Event, turn time.Duration) error {
	return h.after(ctx, "delete from help_desk_event where conversation_id = $1 and event->>'id' = $2", event, turn)
}

// Failed notes that a delivery failed, and ends the turn after a time.
func (h HelpDesk) Failed(ctx context.Context, event helpdesk.Event, turn time.Duration) error {
	return h.after(ctx, "update help_desk_event set failed = failed + 1 where conversation_id = $1 and event->>'id' = $2", event, turn)
}

// after writes what became of a delivery, and how long the turn still is.
func (h HelpDesk) after(ctx context.Context, write string, event helpdesk.Event, turn time.Duration) error {
	_, err := h.Querier(ctx).Exec(ctx, "with written as ("+write+`) update help_desk_turn
		set until = clock_timestamp() + make_interval(secs => $3) where conversation_id = $1`, event.Conversation, event.ID.String(), turn.Seconds())
	return err
}

// TakeTurn has the caller alone deliver a conversation's events for a time; false while another one does.
func (h HelpDesk) TakeTurn(ctx context.Context, conversation id.ID, turn time.Duration) (bool, error) {
	taken, err := h.Querier(ctx).Exec(ctx, `insert into help_desk_turn (conversation_id, until) values ($1, clock_timestamp() + make_interval(secs => $2))
		on conflict (conversation_id) do update set until = excluded.until where help_desk_turn.until <= clock_timestamp()`, conversation, turn.Seconds())
	return taken == 1, err
}

// Waiting counts the events that were not delivered yet.
func (h HelpDesk) Waiting(ctx context.Context) (count int, err error) {
	return count, h.Querier(ctx).QueryRow(ctx, "select count(*) from help_desk_event").Scan(&count)
}

// EndTurn ends the turn, unless there are more events.
func (h HelpDesk) EndTurn(ctx context.Context, conversation id.ID) (bool, error) {
	ended, err := h.Querier(ctx).Exec(ctx, `delete from help_desk_turn
		where conversation_id = $1 and not exists (select from help_desk_event where conversation_id = $1)`, conversation)
	return ended == 1, err
}
