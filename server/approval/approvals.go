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

// Handler does what was asked for, in the transaction that decides it. What it returns rolls the decision back:
// ErrStale when what the request is about has changed since, ErrRetry when it changes at this moment.
type Handler func(ctx context.Context, request Request) error

// Compensate is a handler's error: the decision is rolled back, and this is done in a transaction of its own, as when
// it found out why not. Who decides is told ErrStale.
type Compensate func(ctx context.Context) error

func (Compensate) Error() string { return "approval: rolled back, and compensated" }

// Approvals is where requests are made and decided.
type Approvals struct {
	store    Store
	trail    audit.Trail
	now      func() time.Time
	handlers map[Kind]Handler
}

// New makes an Approvals. Its times are as exact as storage keeps them, so that an answer and its repeat are the same.
func New(store Store, trail audit.Trail, now func() time.Time) *Approvals {
	exact := func() time.Time { return now().Truncate(time.Microsecond) }
	return &Approvals{store: store, trail: trail, now: exact, handlers: map[Kind]Handler{}}
}

// Handle registers who does what was approved. Before the server listens only.
func (a *Approvals) Handle(kind Kind, handler Handler) { a.handlers[kind] = handler }

// Ask makes a request in the name of who acts, in a transaction of its own: one that holds rows which a decision needs
// would wait for it while it waits for them. The same request of the same operator, while it waits, is one request: its
// first making is given.
func (a *Approvals) Ask(ctx context.Context, draft Draft) (Request, error) {
	requester := audit.ActorFrom(ctx).Name
	switch {
	case requester == audit.System:
		return Request{}, fault.InternalServerError.Withf("approval: %s is asked for by nobody", draft.Kind)
	case a.handlers[draft.Kind] == nil:
		return Request{}, fault.InternalServerError.Withf("approval: nobody does %s", draft.Kind)
	}
	body, err := json.Marshal(draft.Body)
	if err != nil {
		return Request{}, err
	}
	now := a.now()
	asked := Request{
		ID: id.NewID(), Kind: draft.Kind, Subject: draft.Subject, Body: body, Note: draft.Note, Requester: requester,
		RequestedAt: now, ExpiresAt: now.Add(Life), State: Waiting, Key: keyOf(requester, draft, body),
	}
	var kept Request
	err = a.store.InOwnTx(ctx, func(ctx context.Context) error {
		var isNew bool
		kept, isNew, err = a.store.AddRequest(ctx, asked)
		if err == nil && !isNew && !now.Before(kept.ExpiresAt) {
			if err := a.expire(ctx, kept, now); err != nil {
				return err
			}
			kept, isNew, err = a.store.AddRequest(ctx, asked)
		}
		if err != nil || !isNew {
			return err
		}
		return a.record(ctx, Request{}, kept)
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

// Approve does what was asked for and says so, in one transaction. Errors: NO_DATA, APPROVAL_SELF, APPROVAL_STALE, and
// the handler's.
func (a *Approvals) Approve(ctx context.Context, requestID id.ID) (Request, error) {
	return a.decide(ctx, requestID, func(ctx context.Context, request *Request) error {
		switch request.Decider = audit.ActorFrom(ctx).Name; {
		case request.Decider == audit.System, strings.EqualFold(request.Decider, request.Requester):
			return ErrSelf
		case a.handlers[request.Kind] == nil:
			return fault.InternalServerError.Withf("approval: nobody does %s", request.Kind)
		}
		request.State = Approved
		if err := a.store.DecideRequest(ctx, *request); err != nil {
			return err
		}
		return a.handlers[request.Kind](ctx, *request)
	})
}

// Reject ends a request without doing anything; its requester may. Errors: NO_DATA, APPROVAL_STALE.
func (a *Approvals) Reject(ctx context.Context, requestID id.ID, reason string) (Request, error) {
	return a.decide(ctx, requestID, func(ctx context.Context, request *Request) error {
		request.State, request.Decider, request.Reason = Rejected, audit.ActorFrom(ctx).Name, reason
		return a.store.DecideRequest(ctx, *request)
	})
}

// mostTries bounds how often a handler is asked again.
const mostTries = 3

// decide locks a request that can be decided, and has its line written. What a handler could not do at this moment is
// stale in the end.
func (a *Approvals) decide(ctx context.Context, requestID id.ID, apply func(ctx context.Context, request *Request) error) (decided Request, err error) {
	for range mostTries {
		decided, err = a.decideOnce(ctx, requestID, apply)
		var compensate Compensate
		switch {
		case errors.As(err, &compensate):
			if err := a.store.InTx(ctx, compensate); err != nil {
				return decided, err
			}
			return decided, ErrStale.With(err)
		case !errors.Is(err, ErrRetry):
			return decided, err
		}
	}
	return decided, ErrStale.With(err)
}

func (a *Approvals) decideOnce(ctx context.Context, requestID id.ID, apply func(ctx context.Context, request *Request) error) (decided Request, err error) {
	err = a.store.InTx(ctx, func(ctx context.Context) error {
		before, err := a.store.LockRequest(ctx, requestID)
		if err != nil {
			return err
		}
		now := a.now()
		if before.State != Waiting || !now.Before(before.ExpiresAt) {
			return ErrStale
		}
		decided = before
		decided.DecidedAt = now
		if err := apply(ctx, &decided); err != nil {
			return err
		}
		return a.record(ctx, before, decided)
	})
	return decided, err
}

// Request gives one request. Errors: NO_DATA.
func (a *Approvals) Request(ctx context.Context, requestID id.ID) (Request, error) {
	return a.store.Request(ctx, requestID)
}

// Requests gives a page of requests: those that wait oldest first, else the newest first; and how many there are in
// all.
func (a *Approvals) Requests(ctx context.Context, filter Filter) ([]Request, int, error) {
	return a.store.Requests(ctx, filter)
}

// Expire ends requests that ran out.
func (a *Approvals) Expire(ctx context.Context) error {
	const batch = 100
	return a.store.InTx(ctx, func(ctx context.Context) error {
		now := a.now()
		stale, err := a.store.StaleRequests(ctx, now, batch)
		if err != nil {
			return err
		}
		for _, request := range stale {
			if err := a.expire(ctx, request, now); err != nil {
				return err
			}
		}
		return nil
	})
}

func (a *Approvals) expire(ctx context.Context, before Request, now time.Time) error {
	after := before
	after.State, after.DecidedAt = Expired, now
	if err := a.store.DecideRequest(ctx, after); err != nil {
		return err
	}
	return a.record(ctx, before, after)
}

// record writes the line of a request that was made (before is zero) or decided.
func (a *Approvals) record(ctx context.Context, before, after Request) error {
	change := audit.Change{Action: audit.Approval, Subject: after.ID.String(), After: map[string]any{"kind": string(after.Kind), "subject": after.Subject, "state": string(after.State)}}
	if before.State != "" {
		change.Before, change.After = map[string]any{"state": string(before.State)}, map[string]any{"state": string(after.State)}
	}
	if after.Reason != "" {
		change.After["reason"] = after.Reason
	}
	return a.trail.Record(ctx, change)
}
