package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/chat"
	"krapao/server/id"
)

// Chat keeps the support chat; it is a chat.Store.
type Chat struct{ *DB }

var _ chat.Store = Chat{}

const conversationSQL = `select id, coalesce(member_id, 0), guest_hash, guest_name, locale, state, operator, session_id, last_seq, customer_read, operator_read,
	read_at, waiting_since, created_at, last_at from chat_conversation `

func scanConversation(row pgx.CollectableRow) (c chat.Conversation, err error) {
	var guest []byte
	var read, waiting *time.Time
	err = row.Scan(&c.ID, &c.Party.Member, &guest, &c.GuestName, &c.Locale, &c.State, &c.Operator, &c.Session, &c.LastSeq, &c.CustomerRead, &c.OperatorRead,
		&read, &waiting, &c.CreatedAt, &c.LastAt)
	copy(c.Party.Guest[:], guest)
	c.ReadAt, c.WaitingSince = valueOrZero(read), valueOrZero(waiting)
	return c, err
}

func (c Chat) oneConversation(ctx context.Context, where string, args ...any) (chat.Conversation, error) {
	rows, err := c.Querier(ctx).Query(ctx, conversationSQL+where, args...)
	if err != nil {
		return chat.Conversation{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanConversation)
	return found, oneRow(err)
}

// ofParty is the condition that finds a party's row, with its argument.
func ofParty(party chat.Party) (where string, arg any) {
	if party.Member != 0 {
		return "where member_id = $1", party.Member
	}
	return "where guest_hash = $1", party.Guest[:]
}

// guestOrNull gives a guest's hash, null for none.
func guestOrNull(guest chat.Guest) []byte {
	if guest.IsZero() {
		return nil
	}
	return guest[:]
}

// Conversation gives a party's conversation. Errors: NO_DATA.
func (c Chat) Conversation(ctx context.Context, party chat.Party) (chat.Conversation, error) {
	where, arg := ofParty(party)
	return c.oneConversation(ctx, where, arg)
}

// LockConversation keeps others from writing it until the transaction ends. Errors: NO_DATA.
func (c Chat) LockConversation(ctx context.Context, party chat.Party) (chat.Conversation, error) {
	if err := requireTx(ctx); err != nil {
		return chat.Conversation{}, err
	}
	where, arg := ofParty(party)
	return c.oneConversation(ctx, where+" for update", arg)
}

// ConversationByID gives a conversation. Errors: NO_DATA.
func (c Chat) ConversationByID(ctx context.Context, conversation id.ID) (chat.Conversation, error) {
	return c.oneConversation(ctx, "where id = $1", conversation)
}

// LockConversationByID is described at LockConversation.
func (c Chat) LockConversationByID(ctx context.Context, conversation id.ID) (chat.Conversation, error) {
	if err := requireTx(ctx); err != nil {
		return chat.Conversation{}, err
	}
	return c.oneConversation(ctx, "where id = $1 for update", conversation)
}

// AddConversation keeps a new one; when the party has one, nothing happens.
func (c Chat) AddConversation(ctx context.Context, one chat.Conversation) error {
	_, err := c.Querier(ctx).Exec(ctx, `insert into chat_conversation (id, member_id, guest_hash, guest_name, locale, state, session_id, created_at, last_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
		one.ID, unlessZero(one.Party.Member), guestOrNull(one.Party.Guest), one.GuestName, one.Locale, one.State, one.Session, one.CreatedAt, one.LastAt)
	return err
}

// PutConversation writes all that can change of it. Errors: chat.ErrHasConversation, when it becomes a member's who has
// one.
func (c Chat) PutConversation(ctx context.Context, one chat.Conversation) error {
	_, err := c.Querier(ctx).Exec(ctx, `update chat_conversation set member_id = $2, guest_hash = $3, guest_name = $4, locale = $5, state = $6, operator = $7,
		session_id = $8, last_seq = $9, customer_read = $10, operator_read = $11, read_at = $12, waiting_since = $13, last_at = $14, changed_at = clock_timestamp()
		where id = $1`,
		one.ID, unlessZero(one.Party.Member), guestOrNull(one.Party.Guest), one.GuestName, one.Locale, one.State, one.Operator,
		one.Session, one.LastSeq, one.CustomerRead, one.OperatorRead, unlessZero(one.ReadAt), unlessZero(one.WaitingSince), one.LastAt)
	if IsUnique(err, "chat_conversation_member") {
		return chat.ErrHasConversation
	}
	return err
}

// DeleteConversation drops a conversation whose messages were moved.
func (c Chat) DeleteConversation(ctx context.Context, conversation id.ID) error {
	_, err := c.Querier(ctx).Exec(ctx, "delete from chat_conversation where id = $1", conversation)
	return err
}

// Inbox gives a page of conversations, and how many there are.
func (c Chat) Inbox(ctx context.Context, filter chat.InboxFilter) ([]chat.Conversation, int, error) {
	const where = "where state = any($1) and ($2 = '' or operator = $2)"
	states := make([]string, len(filter.States))
	for i, state := range filter.States {
		states[i] = string(state)
	}
	var total int
	if err := c.Querier(ctx).QueryRow(ctx, "select count(*) from chat_conversation "+where, states, filter.Operator).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := c.Querier(ctx).Query(ctx, conversationSQL+where+" order by waiting_since nulls last, last_at desc, id limit $3 offset $4",
		states, filter.Operator, filter.Limit, (filter.Page-1)*filter.Limit)
	if err != nil {
		return nil, 0, err
	}
	found, err := pgx.CollectRows(rows, scanConversation)
	return found, total, err
}

const messageSQL = "select conversation_id, seq, id, sender, name, username, device_token, session_id, content, created_at from chat_message "

func scanMessage(row pgx.CollectableRow) (m chat.Message, err error) {
	return m, row.Scan(&m.Conversation, &m.Seq, &m.ID, &m.Sender, &m.Name, &m.Username, &m.DeviceToken, &m.Session, &m.Content, &m.At)
}

// AddMessage keeps a new message.
func (c Chat) AddMessage(ctx context.Context, m chat.Message) error {
	content, err := json.Marshal(m.Content)
	if err != nil {
		return err
	}
	return c.Enqueue(ctx, `insert into chat_message (conversation_id, seq, id, sender, name, username, device_token, session_id, content, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, m.Conversation, m.Seq, m.ID, string(m.Sender), m.Name, m.Username, m.DeviceToken, m.Session, content, m.At)
}

// Message finds a message by the id that its sender gave it. Errors: NO_DATA.
func (c Chat) Message(ctx context.Context, conversation id.ID, name string) (chat.Message, error) {
	rows, err := c.Querier(ctx).Query(ctx, messageSQL+"where conversation_id = $1 and id = $2", conversation, name)
	if err != nil {
		return chat.Message{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanMessage)
	return found, oneRow(err)
}

// Messages gives a range of a conversation: from its beginning, or from its end.
func (c Chat) Messages(ctx context.Context, of chat.Conversation, wanted chat.Range) ([]chat.Message, error) {
	order := "asc"
	if wanted.Newest {
		order = "desc"
	}
	rows, err := c.Querier(ctx).Query(ctx, messageSQL+"where conversation_id = $1 and seq > $2 and ($3 = 0 or seq <= $3) order by seq "+order+" limit $4",
		of.ID, wanted.After, wanted.Until, wanted.Limit)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, scanMessage)
	for i := range found {
		found[i].Party = of.Party
	}
	return found, err
}

// CountUnread counts the messages to the customer that are not marked as read, up to most.
func (c Chat) CountUnread(ctx context.Context, in chat.Conversation, most int) (count int, err error) {
	err = c.Querier(ctx).QueryRow(ctx, `select count(*) from (
		select from chat_message where conversation_id = $1 and seq > $2 and sender <> 'customer' limit $3) unread`, in.ID, in.CustomerRead, most).Scan(&count)
	return count, err
}

// MoveMessages appends the messages of one conversation to another one; an id that is taken there gets its old place
// behind it.
func (c Chat) MoveMessages(ctx context.Context, from, to chat.Conversation) (int64, error) {
	moved, err := c.Querier(ctx).Exec(ctx, `update chat_message m set conversation_id = $2, seq = m.seq + $3,
		id = case when exists (select from chat_message t where t.conversation_id = $2 and t.id = m.id) then m.id || '-' || m.seq else m.id end
		where m.conversation_id = $1`, from.ID, to.ID, to.LastSeq)
	if err != nil {
		return 0, err
	}
	_, err = c.Querier(ctx).Exec(ctx, "update chat_upload set member_id = $2, guest_hash = null where guest_hash = $1", from.Party.Guest[:], to.Party.Member)
	return moved, err
}

// BuryGuest has a guest id open nothing any more; what the guest uploaded is the member's.
func (c Chat) BuryGuest(ctx context.Context, guest chat.Guest, member id.MemberID, at time.Time) error {
	if _, err := c.Querier(ctx).Exec(ctx, "update chat_upload set member_id = $2, guest_hash = null where guest_hash = $1", guest[:], member); err != nil {
		return err
	}
	_, err := c.Querier(ctx).Exec(ctx, "insert into chat_dead_guest (guest_hash, member_id, died_at) values ($1, $2, $3) on conflict do nothing", guest[:], member, at)
	return err
}

// IsDeadGuest tells whether a guest became a member.
func (c Chat) IsDeadGuest(ctx context.Context, guest chat.Guest) (dead bool, err error) {
	return dead, c.Querier(ctx).QueryRow(ctx, "select exists (select from chat_dead_guest where guest_hash = $1)", guest[:]).Scan(&dead)
}

// DeadGuests gives those of many who became members.
func (c Chat) DeadGuests(ctx context.Context, guests []chat.Guest) ([]chat.Guest, error) {
	hashes := make([][]byte, len(guests))
	for i := range guests {
		hashes[i] = guests[i][:]
	}
	rows, err := c.Querier(ctx).Query(ctx, "select guest_hash from chat_dead_guest where guest_hash = any($1)", hashes)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (guest chat.Guest, err error) {
		var hash []byte
		err = row.Scan(&hash)
		copy(guest[:], hash)
		return guest, err
	})
}

// ChangedSince gives the numbers of the newest messages of what changed within a time by the database's clock: what a
// server may have missed.
func (c Chat) ChangedSince(ctx context.Context, within time.Duration) (map[chat.Party]int64, error) {
	rows, err := c.Querier(ctx).Query(ctx, `select coalesce(member_id, 0), guest_hash, last_seq from chat_conversation
		where changed_at > clock_timestamp() - make_interval(secs => $1)`, within.Seconds())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	changed := map[chat.Party]int64{}
	for rows.Next() {
		var party chat.Party
		var guest []byte
		var seq int64
		if err := rows.Scan(&party.Member, &guest, &seq); err != nil {
			return nil, err
		}
		copy(party.Guest[:], guest)
		changed[party] = seq
	}
	return changed, rows.Err()
}

// ConversationsChangedSince gives what changed within a time by the database's clock, what changed first at first.
func (c Chat) ConversationsChangedSince(ctx context.Context, within time.Duration) ([]chat.Conversation, error) {
	rows, err := c.Querier(ctx).Query(ctx, conversationSQL+"where changed_at > clock_timestamp() - make_interval(secs => $1) order by changed_at", within.Seconds())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanConversation)
}
