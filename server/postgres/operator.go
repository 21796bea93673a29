package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/operator"
)

// Operators keeps the back office's accounts and sessions; it is an operator.Repository.
type Operators struct{ DB *DB }

var _ operator.Repository = Operators{}

// InTx runs fn in one transaction.
func (o Operators) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return o.DB.InTx(ctx, fn)
}

// AddOperator keeps a new account. Errors: operator.ErrTaken.
func (o Operators) AddOperator(ctx context.Context, account operator.Account) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, `insert into operator (id, username, password_hash, is_active, created_at) values ($1, $2, $3, $4, $5)`,
		account.ID, account.Username, account.PasswordHash, account.Active, account.CreatedAt)
	if IsUnique(err, "operator_username_key") {
		return operator.ErrTaken
	}
	return err
}

const (
	operatorColumns = "select id, username, password_hash, is_active, created_at, totp_seed, totp_pending, totp_step, enrolment_hash, enrolment_expires_at from operator"
	operatorSQL     = operatorColumns + " where username = $1"
)

// Operator gives an account. Errors: operator.ErrUnknown.
func (o Operators) Operator(ctx context.Context, username string) (operator.Account, error) {
	return scanOperator(o.DB.Querier(ctx).QueryRow(ctx, operatorSQL, username))
}

// LockOperator gives an account that nobody else changes until the transaction ends. Errors: operator.ErrUnknown.
func (o Operators) LockOperator(ctx context.Context, username string) (operator.Account, error) {
	if err := requireTx(ctx); err != nil {
		return operator.Account{}, err
	}
	return scanOperator(o.DB.Querier(ctx).QueryRow(ctx, operatorSQL+" for no key update", username))
}

func scanOperator(row pgx.Row) (account operator.Account, err error) {
	var expires *time.Time
	err = row.Scan(&account.ID, &account.Username, &account.PasswordHash, &account.Active, &account.CreatedAt,
		&account.Factor.Seed, &account.Factor.Pending, &account.Factor.Step, &account.Enrolment.Hash, &expires)
	if expires != nil {
		account.Enrolment.ExpiresAt = *expires
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return operator.Account{}, operator.ErrUnknown
	}
	return account, err
}

// Operators gives every account, by name.
func (o Operators) Operators(ctx context.Context) ([]operator.Account, error) {
	rows, err := o.DB.Querier(ctx).Query(ctx, operatorColumns+" order by username")
	if err != nil {
		return nil, err
	}
	return collect(rows, scanOperator)
}

// PutOperator changes password hash, activity, second factor and enrolment code of an account.
func (o Operators) PutOperator(ctx context.Context, account operator.Account) error {
	var expires *time.Time
	if account.Enrolment.Hash != nil {
		expires = &account.Enrolment.ExpiresAt
	}
	_, err := o.DB.Querier(ctx).Exec(ctx, `update operator set password_hash = $2, is_active = $3, totp_seed = $4, totp_pending = $5, totp_step = $6,
		enrolment_hash = $7, enrolment_expires_at = $8 where id = $1`,
		account.ID, account.PasswordHash, account.Active, account.Factor.Seed, account.Factor.Pending, account.Factor.Step, account.Enrolment.Hash, expires)
	return err
}

// AddSession keeps a new session.
func (o Operators) AddSession(ctx context.Context, session operator.StoredSession) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, `insert into operator_session (token_hash, id, operator_id, address, created_at, expires_at, second_factor)
		values ($1, $2, $3, $4, $5, $6, $7)`, session.TokenHash, session.ID, session.Account, session.Address, session.CreatedAt, session.ExpiresAt, session.SecondFactor)
	return err
}

// Session gives a session with its account's state. One that was ended is none, unless its account was deactivated.
// Errors: invalid-token.
func (o Operators) Session(ctx context.Context, tokenHash []byte) (found operator.StoredSession, err error) {
	found.TokenHash = tokenHash
	err = o.DB.Querier(ctx).QueryRow(ctx, `select s.id, s.operator_id, s.address, s.created_at, s.expires_at, s.second_factor, o.username, o.is_active, p.totp_for_money
		from operator_session s join operator o on o.id = s.operator_id cross join operator_policy p where s.token_hash = $1 and (s.ended_at is null or not o.is_active)`, tokenHash).
		Scan(&found.ID, &found.Account, &found.Address, &found.CreatedAt, &found.ExpiresAt, &found.SecondFactor, &found.Username, &found.Active, &found.Policy.CodeForMoney)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, operator.ErrInvalidToken
	}
	return found, err
}

// EndSession ends one session.
func (o Operators) EndSession(ctx context.Context, session id.ID, at time.Time) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, "update operator_session set ended_at = $2 where id = $1 and ended_at is null", session, at)
	return err
}

// EndSessions ends all sessions of an account.
func (o Operators) EndSessions(ctx context.Context, account id.ID, at time.Time) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, "update operator_session set ended_at = $2 where operator_id = $1 and ended_at is null", account, at)
	return err
}

// EndOtherSessions ends all sessions of an account but one (the zero ID: all).
func (o Operators) EndOtherSessions(ctx context.Context, account, keep id.ID, at time.Time) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, "update operator_session set ended_at = $3 where operator_id = $1 and id <> $2 and ended_at is null", account, keep, at)
	return err
}

// ProveSession notes that a session has given a second factor; the zero ID names none.
func (o Operators) ProveSession(ctx context.Context, session id.ID) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, "update operator_session set second_factor = true where id = $1", session)
	return err
}

// Policy gives the operators' rules.
func (o Operators) Policy(ctx context.Context) (policy operator.Policy, err error) {
	err = o.DB.Querier(ctx).QueryRow(ctx, "select totp_for_money from operator_policy").Scan(&policy.CodeForMoney)
	return policy, err
}

// LockPolicy gives the rules, which nobody else changes until the transaction ends.
func (o Operators) LockPolicy(ctx context.Context) (policy operator.Policy, err error) {
	if err := requireTx(ctx); err != nil {
		return policy, err
	}
	err = o.DB.Querier(ctx).QueryRow(ctx, "select totp_for_money from operator_policy for update").Scan(&policy.CodeForMoney)
	return policy, err
}

// PutPolicy replaces the rules.
func (o Operators) PutPolicy(ctx context.Context, policy operator.Policy) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, "update operator_policy set totp_for_money = $1", policy.CodeForMoney)
	return err
}

// ForgetSessions drops those that ran out before a time.
func (o Operators) ForgetSessions(ctx context.Context, before time.Time) error {
	_, err := o.DB.Querier(ctx).Exec(ctx, "delete from operator_session where expires_at < $1", before)
	return err
}
