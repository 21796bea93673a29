package approval

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
)

// Handler does what was asked for, in the transaction that decides it. What it returns rolls the decision back: ErrStale when what
// the request is about has changed since, ErrAgain when it changes at this moment.
type Handler func(ctx context.Context, request Request) error

// Instead is a handler's error: the decision is rolled back, and this is done in a transaction of its own, as when it found out why not. Who decides is
// told ErrStale.
type Instead func(ctx context.Context) error

func (Instead) Error() string { return "approval: something else is done instead" }

// Desk is where requests are made and decided.
type Desk struct {
	store    Store
	trail    audit.Trail
	now      func() time.Time
	handlers map[Kind]Handler
}

// NewDesk makes a Desk. Its times are as exact as storage keeps them, so that an answer and its repeat are the same.
func NewDesk(store Store, trail audit.Trail, now func() time.Time) *Desk {
	exact := func() time.Time { return now().Truncate(time.Microsecond) }
	return &Desk{store: store, trail: trail, now: exact, handlers: map[Kind]Handler{}}
}

// Handle registers who does what was approved. Before the server listens only.
func (d *Desk) Handle(kind Kind, handler Handler) { d.handlers[kind] = handler }

// Ask makes a request in the name of who acts, in a transaction of its own: one that holds rows which a decision needs would wait for it while it
// waits for them. The same request of the same operator, while it waits, is one request: its first making is given.
func (d *Desk) Ask(ctx context.Context, draft Draft) (Request, error) {
	requester := audit.ActorFrom(ctx).Name
	switch {
	case requester == audit.System:
		return Request{}, fault.InternalServerError.Withf("approval: %s is asked for by nobody", draft.Kind)
	case d.handlers[draft.Kind] == nil:
		return Request{}, fault.InternalServerError.Withf("approval: nobody does %s", draft.Kind)
	}
	body, err := json.Marshal(draft.Body)
	if err != nil {
		return Request{}, err
	}
	now := d.now()
	asked := Request{
		ID: id.NewID(), Kind: draft.Kind, Subject: draft.Subject, Body: body, Note: draft.Note, Requester: requester,
		RequestedAt: now, ExpiresAt: now.Add(Life), State: Waiting, Key: keyOf(requester, draft, body),
	}
	var kept Request
	err = d.store.InOwnTx(ctx, func(ctx context.Context) error {
		var isNew bool
		kept, isNew, err = d.store.AddRequest(ctx, asked)
		if err == nil && !isNew && !now.Before(kept.ExpiresAt) {
			if err := d.expire(ctx, kept, now); err != nil {
				return err
			}
			kept, isNew, err = d.store.AddRequest(ctx, asked)
		}
		if err != nil || !isNew {
			return err
		}
		return d.record(ctx, Request{}, kept)
	})
	return kept, err
}

func keyOf(requester string, draft Draft, body []byte) []byte {
	hash := sha256.New()
	for _, part := range []string{requester, string(draft.Kind), draft.Subject, draft.Note, string(body)} {
		fmt.Fprintf(hash, "%d:%s", len(part), part)
	}
	return hash.Sum(nil)
}

// Approve does what was asked for and says so, in one transaction. Errors: NO_DATA, APPROVAL_SELF, APPROVAL_STALE, and the handler's.
func (d *Desk) Approve(ctx context.Context, requestID id.ID) (Request, error) {
	return d.decide(ctx, requestID, func(ctx context.Context, request *Request) error {
		switch request.Decider = audit.ActorFrom(ctx).Name; {
		case request.Decider == audit.System, strings.EqualFold(request.Decider, request.Requester):
			return ErrSelf
		case d.handlers[request.Kind] == nil:
			return fault.InternalServerError.Withf("approval: nobody does %s", request.Kind)
		}
		request.State = Approved
		if err := d.store.DecideRequest(ctx, *request); err != nil {
			return err
		}
		return d.handlers[request.Kind](ctx, *request)
	})
}

// Reject ends a request without doing anything; its requester may. Errors: NO_DATA, APPROVAL_STALE.
func (d *Desk) Reject(ctx context.Context, requestID id.ID, reason string) (Request, error) {
	return d.decide(ctx, requestID, func(ctx context.Context, request *Request) error {
		request.State, request.Decider, request.Reason = Rejected, audit.ActorFrom(ctx).Name, reason
		return d.store.DecideRequest(ctx, *request)
	})
}

// mostTries bounds how often a handler is asked again.
const mostTries = 3

// decide locks a request that can be decided, and has its line written. What a handler could not do at this moment is stale in the end.
func (d *Desk) decide(ctx context.Context, requestID id.ID, apply func(ctx context.Context, request *Request) error) (decided Request, err error) {
	for range mostTries {
		decided, err = d.decideOnce(ctx, requestID, apply)
		var instead Instead
		switch {
		case errors.As(err, &instead):
			if err := d.store.InTx(ctx, instead); err != nil {
				return decided, err
			}
			return decided, ErrStale.With(err)
		case !errors.Is(err, ErrAgain):
			return decided, err
		}
	}
	return decided, ErrStale.With(err)
}

func (d *Desk) decideOnce(ctx context.Context, requestID id.ID, apply func(ctx context.Context, request *Request) error) (decided Request, err error) {
	err = d.store.InTx(ctx, func(ctx context.Context) error {
		before, err := d.store.LockRequest(ctx, requestID)
		if err != nil {
			return err
		}
		now := d.now()
		if before.State != Waiting || !now.Before(before.ExpiresAt) {
			return ErrStale
		}
		decided = before
		decided.DecidedAt = now
		if err := apply(ctx, &decided); err != nil {
			return err
		}
		return d.record(ctx, before, decided)
	})
	return decided, err
}

// Request gives one request. Errors: NO_DATA.
func (d *Desk) Request(ctx context.Context, requestID id.ID) (Request, error) {
	return d.store.Request(ctx, requestID)
}

// Requests gives a page of requests: those that wait oldest first, else the newest first; and how many there are in all.
func (d *Desk) Requests(ctx context.Context, filter Filter) ([]Request, int, error) {
	return d.store.Requests(ctx, filter)
}

// Expire ends requests that ran out.
func (d *Desk) Expire(ctx context.Context) error {
	const batch = 100
	return d.store.InTx(ctx, func(ctx context.Context) error {
		now := d.now()
		stale, err := d.store.StaleRequests(ctx, now, batch)
		if err != nil {
			return err
		}
		for _, request := range stale {
			if err := d.expire(ctx, request, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *Desk) expire(ctx context.Context, before Request, now time.Time) error {
	after := before
	after.State, after.DecidedAt = Expired, now
	if err := d.store.DecideRequest(ctx, after); err != nil {
		return err
	}
	return d.record(ctx, before, after)
}

// record writes the line of a request that was made (before is zero) or decided.
func (d *Desk) record(ctx context.Context, before, after Request) error {
	change := audit.Change{Action: audit.Approval, Subject: after.ID.String(), After: map[string]any{"kind": string(after.Kind), "subject": after.Subject, "state": string(after.State)}}
	if before.State != "" {
		change.Before, change.After = map[string]any{"state": string(before.State)}, map[string]any{"state": string(after.State)}
	}
	if after.Reason != "" {
		change.After["reason"] = after.Reason
	}
	return d.trail.Record(ctx, change)
}
