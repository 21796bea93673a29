package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/approval"
	"krapao/server/id"
)

// Approvals keeps what waits for a second person; it is an approval.Store.
type Approvals struct{ DB *DB }

var _ approval.Store = Approvals{}

// InTx runs fn in one transaction.
func (a Approvals) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return a.DB.InTx(ctx, fn)
}

// InOwnTx runs fn in one transaction; it refuses a context that carries one.
func (a Approvals) InOwnTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if InTransaction(ctx) {
		return errors.New("postgres: a request for a second person inside a transaction")
	}
	return a.DB.InTx(ctx, fn)
}

const approvalSQL = `select id, kind, subject, body, note, key, requester, coalesce(approver, rejecter, ''), requested_at, expires_at, state,
	coalesce(decided_at, '0001-01-01Z'), reason from approval_request `

func scanApproval(row pgx.CollectableRow) (r approval.Request, err error) {
	err = row.Scan(&r.ID, &r.Kind, &r.Subject, &r.Body, &r.Note, &r.Key, &r.Requester, &r.Decider, &r.RequestedAt, &r.ExpiresAt, &r.State, &r.DecidedAt, &r.Reason)
	return r, err
}

func (a Approvals) one(ctx context.Context, where string, args ...any) (approval.Request, error) {
	rows, err := a.DB.Querier(ctx).Query(ctx, approvalSQL+where, args...)
	if err != nil {
		return approval.Request{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanApproval)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, approval.ErrUnknown
	}
	return found, err
}

// AddRequest keeps a new request, or locks and gives the one with its key that waits already.
func (a Approvals) AddRequest(ctx context.Context, r approval.Request) (kept approval.Request, isNew bool, err error) {
	for {
		rows, err := a.DB.Querier(ctx).Exec(ctx, `insert into approval_request (id, kind, subject, body, note, key, requester, requested_at, expires_at, state)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (key) where state = 'WAITING' do nothing`,
			r.ID, r.Kind, r.Subject, r.Body, r.Note, r.Key, r.Requester, r.RequestedAt, r.ExpiresAt, r.State)
		if err != nil || rows == 1 {
			return r, true, err
		}
		// Nothing is found when it was decided just now: then the request is a new one.
		kept, err := a.one(ctx, "where key = $1 and state = 'WAITING' for no key update", r.Key)
		if !errors.Is(err, approval.ErrUnknown) {
			return kept, false, err
		}
	}
}

// Request gives a request. Errors: NO_DATA.
func (a Approvals) Request(ctx context.Context, requestID id.ID) (approval.Request, error) {
	return a.one(ctx, "where id = $1", requestID)
}

// LockRequest gives a request that nobody else decides until the transaction ends. Errors: NO_DATA.
func (a Approvals) LockRequest(ctx context.Context, requestID id.ID) (approval.Request, error) {
	if err := requireTx(ctx); err != nil {
		return approval.Request{}, err
	}
	return a.one(ctx, "where id = $1 for no key update", requestID)
}

// DecideRequest writes state, decider, reason and time of a request that waits.
func (a Approvals) DecideRequest(ctx context.Context, r approval.Request) error {
	rows, err := a.DB.Querier(ctx).Exec(ctx, `update approval_request set state = $2, decided_at = $3, reason = $4,
		approver = case when $2 = 'APPROVED' then $5 end, rejecter = case when $2 = 'REJECTED' then $5 end where id = $1 and state = 'WAITING'`,
		r.ID, r.State, r.DecidedAt, r.Reason, r.Decider)
	if err == nil && rows == 0 {
		return approval.ErrStale
	}
	return err
}

// Requests gives a page: those that wait oldest first, else the newest first; and how many there are in all.
func (a Approvals) Requests(ctx context.Context, filter approval.Filter) (requests []approval.Request, total int, err error) {
	const where = "where ($1 = '' or state = $1) and ($2 = '' or kind = $2)"
	order := " order by id desc"
	if filter.State == approval.Waiting {
		order = " order by id"
	}
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from approval_request "+where, filter.State, filter.Kind).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	batch.Queue(approvalSQL+where+order+" offset $3 limit $4", filter.State, filter.Kind, filter.Offset, filter.Limit).Query(func(rows pgx.Rows) (err error) {
		requests, err = pgx.CollectRows(rows, scanApproval)
		return err
	})
	err = a.DB.Querier(ctx).SendBatch(ctx, batch).Close()
	return requests, total, err
}

// StaleRequests locks and gives up to limit waiting requests that ran out at now.
func (a Approvals) StaleRequests(ctx context.Context, now time.Time, limit int) ([]approval.Request, error) {
	rows, err := a.DB.Querier(ctx).Query(ctx, approvalSQL+"where state = 'WAITING' and expires_at <= $1 order by expires_at limit $2 for no key update skip locked", now, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanApproval)
}
