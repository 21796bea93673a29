// Package audit is the log of what operators change: who, what, before, after and when. A feature writes its line in
// the change's own transaction, so that there is no change without one. Storage is postgres.Audit, whose rows nobody
// can change or delete.
package audit

import (
	"context"
	"reflect"
	"time"
)

// Via is how a change was made.
type Via string

// The ways.
const (
	Console Via = "CONSOLE" // through the operator's calls
	Command Via = "COMMAND" // on the server's command line
)

// System is the name of who changes something that nobody asked for: the demo's seed.
const System = "system"

// Actor is who changes something.
type Actor struct {
	// Name is the operator's account name, or the login name of who types commands.
	Name string
	Via  Via
	// Address and RequestID are the request's; on the command line the user and machine, and the command.
	Address, RequestID string
}

type actorKey struct{}

// WithActor puts who acts into a context.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorFrom gives who acts: System where nobody was named.
func ActorFrom(ctx context.Context) Actor {
	if actor, ok := ctx.Value(actorKey{}).(Actor); ok && actor.Name != "" {
		return actor
	}
	return Actor{Name: System, Via: Command}
}

// Action is what was done.
type Action string

// The actions. LOGIN and LOGOUT are what they say, MEMBER_SEARCH and MEMBER_READ are looks at members; each other
// changes what it names.
const (
	Login         Action = "LOGIN"
	Logout        Action = "LOGOUT"
	Operator      Action = "OPERATOR"
	Settings      Action = "SETTINGS"
	Text          Action = "TEXT"
	Source        Action = "SOURCE"
	Video         Action = "VIDEO"
	Bank          Action = "BANK"
	ContactQR     Action = "CONTACT_QR"
	WithdrawLimit Action = "WITHDRAW_LIMIT"
	DepositRules  Action = "DEPOSIT_RULES"
	Channel       Action = "CHANNEL"
	DepositClaim  Action = "DEPOSIT_CLAIM"
	GameProvider  Action = "GAME_PROVIDER"
	GameBound     Action = "GAME_BOUND"
	GameResult    Action = "GAME_RESULT"
	Approval      Action = "APPROVAL"
	Policy        Action = "POLICY"
	Member        Action = "MEMBER"
	MemberSearch  Action = "MEMBER_SEARCH"
	MemberRead    Action = "MEMBER_READ"
	Withdrawal    Action = "WITHDRAWAL"
	Slip          Action = "SLIP"
	SpinWheel     Action = "SPIN_WHEEL"
	SpinRule      Action = "SPIN_RULE"
	SpinCoupon    Action = "SPIN_COUPON"
	Chat          Action = "CHAT"
	ChatFAQ       Action = "CHAT_FAQ"
	ChatReply     Action = "CHAT_REPLY"
	ChatSettings  Action = "CHAT_SETTINGS"
	RefundRule    Action = "REFUND_RULE"
	InviteRule    Action = "INVITE_RULE"
	BonusCampaign Action = "BONUS_CAMPAIGN"
	BonusRule     Action = "BONUS_RULE"
	ServerKey     Action = "SERVER_KEY"
	HouseBalances Action = "HOUSE_BALANCES"
	Remote        Action = "REMOTE"
)

// Change is one line of the log.
type Change struct {
	Action Action
	// Subject is which one: a code, a key and language, a name; empty where there is one only.
	Subject string
	// Before and After are the values by name, without a secret among them; nil: it was not there, or is gone.
	Before, After map[string]any
}

// Narrowed keeps of Before and After what differs, where both are there. same: nothing does.
func (c Change) Narrowed() (narrowed Change, same bool) {
	if c.Before == nil || c.After == nil {
		return c, c.Before == nil && c.After == nil
	}
	before, after := map[string]any{}, map[string]any{}
	for name, value := range c.After {
		if !reflect.DeepEqual(c.Before[name], value) {
			before[name], after[name] = c.Before[name], value
		}
	}
	c.Before, c.After = before, after
	return c, len(after) == 0
}

// Trail takes the lines.
type Trail interface {
	// Record writes a line in the context's transaction, with the context's actor.
	Record(ctx context.Context, change Change) error
}

// RecordAll writes the lines of changes, narrowed to what differs. What changes nothing leaves no line.
func RecordAll(ctx context.Context, trail Trail, changes ...Change) error {
	for _, change := range changes {
		narrowed, same := change.Narrowed()
		if same {
			continue
		}
		if err := trail.Record(ctx, narrowed); err != nil {
			return err
		}
	}
	return nil
}

// Entry is a line that was written.
type Entry struct {
	ID     int64
	At     time.Time
	Actor  Actor
	Action Action
	// Subject, Before and After are as in Change.
	Subject       string
	Before, After map[string]any
}

// Page is which lines are wanted: the newest first.
type Page struct{ Offset, Limit int }

// Log is read by operators.
type Log interface {
	// List gives a page of lines, newest first, and how many there are in all.
	List(ctx context.Context, page Page) (entries []Entry, total int, err error)
}
