// Package approval is the second person: what one operator asks for and another one decides. A feature describes what
// it wants done as a Draft, and registers the function that does it; that function runs in the transaction of whoever
// approves. Storage is postgres.Approvals, where a CHECK refuses a request that its own requester approves.
//
// There is one lock order. Whoever decides locks the request first, then the rows that it is about. So whoever asks
// holds none of those rows: it reads them in a transaction, and asks when that is over. What changes between the two is
// found by the handler, which reads them again.
package approval

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
)

// Faults of a decision.
var (
	// ErrSelf: who asked cannot be who approves.
	ErrSelf = fault.New(fault.Conflict, "APPROVAL_SELF")
	// ErrStale: it was decided before, ran out, or what it is about has changed since.
	ErrStale = fault.New(fault.Conflict, "APPROVAL_STALE")
	// ErrUnknown: there is no such request.
	ErrUnknown = fault.New(fault.NotFound, "NO_DATA")
)

// StaleIf gives ErrStale for an error of one kind: what was in order when it was asked for, and is not any more, has
// changed since.
func StaleIf(kind *fault.Fault, err error) error {
	if errors.Is(err, kind) {
		return ErrStale.With(err)
	}
	return err
}

// ErrRetry is a handler's: somebody else was quicker just now, and a second try sees what they did. Nobody outside is
// told.
var ErrRetry = errors.New("approval: to be tried again")

// Life is how long a request waits; after that nobody can approve it.
const Life = 7 * 24 * time.Hour

// Kind is what is asked for: ADJUSTMENT, BANK_ACCOUNT, and so on. The feature that does it has the constant.
type Kind string

// State is what became of a request.
type State string

// The states. A request leaves WAITING once and for good.
const (
	Waiting  State = "WAITING"
	Approved State = "APPROVED"
	Rejected State = "REJECTED" // by anybody; by its requester it is taken back
	Expired  State = "EXPIRED"
)

// Draft is a request that is about to be made.
type Draft struct {
	Kind Kind
	// Subject is who or what it is about, for the queue: a member's number, a withdrawal's id.
	Subject string
	// Body is what the handler needs, as JSON. Operators read it: it holds no secret.
	Body any
	// Note is the requester's reason.
	Note string
}

// Request is a request that was made.
type Request struct {
	ID      id.ID
	Kind    Kind
	Subject string
	Body    json.RawMessage
	Note    string
	// Requester asked, Decider approved or rejected; names of the audit log. Decider is empty while it waits and when
	// it ran out.
	Requester, Decider     string
	RequestedAt, ExpiresAt time.Time
	State                  State
	// DecidedAt is zero while it waits, Reason what a rejection gave.
	DecidedAt time.Time
	Reason    string
	// Key is the same for the same request of the same operator, which waits once only.
	Key []byte
}

// Read decodes the body.
func (r Request) Read(body any) error { return json.Unmarshal(r.Body, body) }

// Filter chooses requests; a zero field chooses all.
type Filter struct {
	State State
	Kind  Kind
	audit.Page
}

// Asker is where a second person is asked; Approvals is one.
type Asker interface {
	// Ask makes a request, in a transaction of its own; the same one again is the first one.
	Ask(ctx context.Context, draft Draft) (Request, error)
}

// Store keeps requests.
type Store interface {
	// InTx runs fn in one transaction. InOwnTx refuses a context that carries one already.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	InOwnTx(ctx context.Context, fn func(ctx context.Context) error) error
	// AddRequest keeps a new request, or locks and gives the one with its key that waits already.
	AddRequest(ctx context.Context, request Request) (kept Request, isNew bool, err error)
	// Request gives a request; LockRequest also keeps others from deciding it until the transaction ends. Errors:
	// NO_DATA.
	Request(ctx context.Context, requestID id.ID) (Request, error)
	LockRequest(ctx context.Context, requestID id.ID) (Request, error)
	// DecideRequest writes state, decider, reason and time of a request that waits.
	DecideRequest(ctx context.Context, request Request) error
	// Requests gives a page: those that wait oldest first, else the newest first; and how many there are in all.
	Requests(ctx context.Context, filter Filter) ([]Request, int, error)
	// StaleRequests locks and gives up to limit waiting requests that ran out at now.
	StaleRequests(ctx context.Context, now time.Time, limit int) ([]Request, error)
}
