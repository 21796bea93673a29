// Package chat is the support chat: conversations of members and guests, their messages, the bot that answers first,
// and the people who take over. README.md has the rules.
package chat

import (
	"context"
	"encoding/hex"
	"log/slog"
	"time"

	"krapao/server/audit"
	"krapao/server/daily"
	"krapao/server/fault"
	"krapao/server/id"
)

// Prefix is what the names of rooms begin with.
const Prefix = "krapao"

// Sender is who a message is from.
type Sender string

// The senders.
const (
	Customer Sender = "customer" // the member or guest
	Admin    Sender = "admin"    // an operator
	Bot      Sender = "bot"
)

// State is who a conversation is with (README.md has the table).
type State string

// The states.
const (
	WithBot State = "BOT"
	Waiting State = "WAITING"
	Taken   State = "TAKEN"
	Closed  State = "CLOSED"
)

// Guest is the hash of a guest's secret id; the zero Guest is none.
type Guest [32]byte

// IsZero tells whether it is no guest.
func (g Guest) IsZero() bool { return g == Guest{} }

// MarshalText writes the hash in hexadecimal, "" for none.
func (g Guest) MarshalText() ([]byte, error) {
	if g.IsZero() {
		return nil, nil
	}
	return []byte(hex.EncodeToString(g[:])), nil
}

// UnmarshalText reads what MarshalText writes.
func (g *Guest) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*g = Guest{}
		return nil
	}
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != len(g) {
		return fault.KeyInvalid.Withf("chat: a guest of %d characters", len(text))
	}
	copy(g[:], raw)
	return nil
}

// Party is whose conversation it is: a member or a guest. It comes from a token or a guest's secret, never from a body.
type Party struct {
	Member id.MemberID `json:"member,omitempty"`
	Guest  Guest       `json:"guest"`
}

// IsZero tells whether it is nobody.
func (p Party) IsZero() bool { return p == Party{} }

// name is the party's in keys of limits.
func (p Party) name() string {
	if p.Member != 0 {
		return p.Member.String()
	}
	return hex.EncodeToString(p.Guest[:8])
}

// Conversation is a member's or a guest's whole history with us.
type Conversation struct {
	ID    id.ID
	Party Party
	// GuestName is what a guest calls themselves, Locale the language in which the bot answers.
	GuestName, Locale string
	State             State
	// Operator is who took it, empty: nobody.
	Operator string
	// Session is that of the next message, unless it begins another one.
	Session id.ID
	// LastSeq numbers the newest message; CustomerRead and OperatorRead the newest that each side has read.
	LastSeq, CustomerRead, OperatorRead int64
	ReadAt                              time.Time
	// WaitingSince is when a person was asked for, zero: nobody waits.
	WaitingSince      time.Time
	CreatedAt, LastAt time.Time
}

// Message is one of a conversation.
type Message struct {
	Party        Party     `json:"party"`
	Conversation id.ID     `json:"conversation"`
	Seq          int64     `json:"seq"`
	ID           string    `json:"id"`
	Sender       Sender    `json:"sender"`
	Name         string    `json:"name,omitempty"`
	Username     string    `json:"username,omitempty"` // the member's phone number
	DeviceToken  string    `json:"device,omitempty"`
	Session      id.ID     `json:"session"`
	At           time.Time `json:"at"`
	Content      Content   `json:"content"`
}

// Range says which messages of a conversation are wanted: those above After and not above Until (0: all), the oldest of
// them first, or the newest.
type Range struct {
	After, Until int64
	Limit        int
	Newest       bool
}

// Store keeps conversations.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Conversation gives a party's conversation, LockConversation keeps others from writing it until the transaction
	// ends. Errors: NO_DATA.
	Conversation(ctx context.Context, party Party) (Conversation, error)
	LockConversation(ctx context.Context, party Party) (Conversation, error)
	// ConversationByID is Conversation for operators. Errors: NO_DATA.
	ConversationByID(ctx context.Context, conversation id.ID) (Conversation, error)
	LockConversationByID(ctx context.Context, conversation id.ID) (Conversation, error)
	// AddConversation keeps a new one; when the party has one, nothing happens.
	AddConversation(ctx context.Context, conversation Conversation) error
	// PutConversation writes all that can change of it, its party too.
	PutConversation(ctx context.Context, conversation Conversation) error
	// Inbox gives a page of conversations for operators, and how many there are.
	Inbox(ctx context.Context, filter InboxFilter) ([]Conversation, int, error)

	// AddMessage keeps a new message. Message finds one by the id that its sender gave it; Messages gives a range.
	// Errors: NO_DATA.
	AddMessage(ctx context.Context, message Message) error
	Message(ctx context.Context, conversation id.ID, name string) (Message, error)
	Messages(ctx context.Context, conversation Conversation, wanted Range) ([]Message, error)
	// CountUnread counts the messages to the customer above the read mark, up to most.
	CountUnread(ctx context.Context, conversation Conversation, most int) (int, error)
	// MoveMessages appends the messages of one conversation to another one, and gives how many there were.
	MoveMessages(ctx context.Context, from, to Conversation) (int64, error)
	DeleteConversation(ctx context.Context, conversation id.ID) error

	// BuryGuest has a guest id open nothing any more; IsDeadGuest tells whether one does.
	BuryGuest(ctx context.Context, guest Guest, member id.MemberID, at time.Time) error
	IsDeadGuest(ctx context.Context, guest Guest) (bool, error)
	// DeadGuests gives those of many who do.
	DeadGuests(ctx context.Context, guests []Guest) ([]Guest, error)

	// TakeUploadQuota counts bytes on a day; false, and nothing is counted, when they would be too many.
	// UploadQuotaTaken gives what was counted of a name.
	TakeUploadQuota(ctx context.Context, day daily.Day, quota UploadQuota, bytes int64) (bool, error)
	UploadQuotaTaken(ctx context.Context, day daily.Day, name string) (int64, error)
	// AddUpload keeps what is known of a file before the file itself is kept, UploadStored that it was, NameUpload that
	// a message names it. Errors of the latter two: NO_DATA, when the file was given up.
	AddUpload(ctx context.Context, upload Upload) error
	UploadStored(ctx context.Context, name string) error
	NameUpload(ctx context.Context, name string) error
	// Upload gives one of a party's files; AnyUpload gives one to whoever knows its name. Errors: NO_DATA.
	Upload(ctx context.Context, party Party, name string) (Upload, error)
	AnyUpload(ctx context.Context, name string) (Upload, error)
	// RetireUploads lets no message name files any more that are old, or that none named in time, and gives their
	// names, first of those that it did not give before; DropUploads forgets them once the files are gone.
	// DropUploadQuotas forgets what was counted before a day.
	RetireUploads(ctx context.Context, unnamedBefore, before time.Time, limit int) ([]string, error)
	DropUploads(ctx context.Context, names []string) error
	DropUploadQuotas(ctx context.Context, before daily.Day) error

	// FAQ gives what operators changed of the bot's answers, CannedReplies their own ones, Settings the office hours.
	FAQ(ctx context.Context) ([]Entry, error)
	PutFAQ(ctx context.Context, entry Entry, at time.Time) error
	DeleteFAQ(ctx context.Context, code string) error
	CannedReplies(ctx context.Context) ([]CannedReply, error)
	PutCannedReply(ctx context.Context, reply CannedReply, at time.Time) error
	DeleteCannedReply(ctx context.Context, code string) error
	Settings(ctx context.Context) (Settings, error)
	PutSettings(ctx context.Context, settings Settings, at time.Time) error
}

// Profile is what a member is called.
type Profile struct {
	Name, Phone string
}

// Members knows the members. Errors: NO_DATA.
type Members interface {
	Profile(ctx context.Context, member id.MemberID) (Profile, error)
}

// Limiter counts events over sliding windows, for all servers together. Errors: REQUEST_LIMIT with RetryAfter.
type Limiter interface {
	Allow(ctx context.Context, key string, limit int, window time.Duration) error
	GiveBack(ctx context.Context, key string) error
}

// Event says that something happened in a conversation, after its transaction.
type Event struct {
	Party        Party `json:"party"`
	Conversation id.ID `json:"conversation"`
	// Seq numbers the newest message, State is who the conversation is with; both empty for who only types.
	Seq   int64 `json:"seq,omitempty"`
	State State `json:"state,omitempty"`
	// Messages are the new ones, in order; they may be left out on the way between servers.
	Messages []Message `json:"messages,omitempty"`
	// Dead: the party is a guest who became a member, and its room is closed.
	Dead bool `json:"dead,omitempty"`
	// Typing is somebody who writes, nil: nobody.
	Typing *Typing `json:"typing,omitempty"`
	// Presence is whether operators look at the chat on a server, nil: the event is of a conversation.
	Presence *Presence `json:"presence,omitempty"`
}

// Presence is a server's word about its operators.
type Presence struct {
	Server id.ID `json:"server"`
	Online bool  `json:"online"`
	// Operators are who has a socket open there, for the other operators only.
	Operators []string `json:"operators,omitempty"`
}

// Typing is who writes in a conversation.
type Typing struct {
	Sender Sender `json:"sender"`
	// Name is an operator's, for the other operators only.
	Name string `json:"name,omitempty"`
	Is   bool   `json:"is"`
}

// Announcer tells every server of an event. It may lose one: what was stored is found without it.
type Announcer interface {
	Announce(ctx context.Context, event Event)
}

// Config is what a Service needs.
type Config struct {
	Store     Store
	Members   Members
	Limit     Limiter
	Announcer Announcer
	Trail     audit.Trail
	// Outbox hears of what happens in conversations; nil: nobody does.
	Outbox Outbox
	// Blobs keeps uploads, Pictures draws them anew; TempDir is where files are while they come.
	Blobs    Blobs
	Pictures Pictures
	TempDir  string
	// UploadBounds are the most bytes of files a day, FileRetention how long a file is kept that a message names.
	UploadBounds  UploadBounds
	FileRetention time.Duration
	// Links is where messages of the bot and of people may lead.
	Links Links
	Now   func() time.Time
	Log   *slog.Logger
}

// Service has the chat's rules.
type Service struct {
	Config
	answers *answers
	drawing chan struct{}
	// self names this process in what it tells of its operators.
	self   id.ID
	looked looks
}

// New makes a Service.
func New(config Config) *Service {
	return &Service{Config: config, answers: &answers{store: config.Store, links: config.Links, log: config.Log}, drawing: make(chan struct{}, 1), self: id.NewID()}
}
