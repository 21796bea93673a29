package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/member"
)

// Members keeps members, their sessions (session.go) and one-time codes (otp.go); it is a member.Store.
type Members struct{ DB *DB }

var _ member.Store = Members{}

// InTx runs fn in one transaction.
func (m Members) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return m.DB.InTx(ctx, fn)
}

// AddMember writes a new member in one round trip. Errors: EXISTING_USER, EXISTING_BANK, member.ErrNumberTaken.
func (m Members) AddMember(ctx context.Context, made member.Member, passwordHash string) error {
	batch := &pgx.Batch{}
	// The phone comes first: of two registrations at once the second waits here and is told the plainest reason.
	batch.Queue(`insert into member_phone (phone, member_id) values ($1, $2)`, made.Phone, made.ID)
	batch.Queue(`insert into member (id, phone, name, password_hash, currency, status, source_code, inviter_id, created_at, last_login_at)
		values ($1, $2, $3, $4, $5, $6, $7, nullif($8, 0), $9, $10)`,
		made.ID, made.Phone, made.Name, passwordHash, made.Currency, made.Status, made.SourceCode, int64(made.Inviter), made.CreatedAt, made.LastLoginAt)
	if made.Bank != nil {
		queueBank(batch, made.ID, *made.Bank, made.CreatedAt)
	}
	err := m.DB.Querier(ctx).SendBatch(ctx, batch).Close()
	switch {
	case IsUnique(err, "member_phone_pkey"):
		return member.ErrExistingUser
	case IsUnique(err, "member_bank_owner_pkey"):
		return member.ErrExistingBank
	case IsUnique(err, "member_pkey"):
		return member.ErrNumberTaken
	}
	return err
}

func queueBank(batch *pgx.Batch, owner id.MemberID, account member.BankAccount, at time.Time) {
	batch.Queue(`insert into member_bank_owner (bank_code, account_no, member_id) values ($1, $2, $3)`, account.BankCode, account.Number, owner)
	batch.Queue(`insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) values ($1, $2, $3, $4, $5)
		on conflict (member_id) do update set bank_code = excluded.bank_code, account_no = excluded.account_no,
			account_name = excluded.account_name, changed_at = excluded.changed_at`,
		owner, account.BankCode, account.Number, account.Name, at)
}

const memberSQL = `select m.id, m.phone, m.name, m.currency, m.status, m.source_code, coalesce(m.inviter_id, 0), m.created_at, m.last_login_at,
	coalesce(m.previous_login_at, m.last_login_at), m.agreement_version, m.withdraw_hold_until, b.bank_code, b.account_no, b.account_name
	from member m left join member_bank b on b.member_id = m.id where m.id = $1`

// Member gives a member. Errors: NO_USER.
func (m Members) Member(ctx context.Context, wanted id.MemberID) (member.Member, error) {
	return scanMember(m.DB.Querier(ctx).QueryRow(ctx, memberSQL, wanted))
}

// LockMember gives a member that nobody else changes until the transaction ends. Errors: NO_USER.
func (m Members) LockMember(ctx context.Context, wanted id.MemberID) (member.Member, error) {
	if err := requireTx(ctx); err != nil {
		return member.Member{}, err
	}
	return scanMember(m.DB.Querier(ctx).QueryRow(ctx, memberSQL+" for no key update of m", wanted))
}

func scanMember(row pgx.Row) (found member.Member, err error) {
	var code, number, name *string
	err = row.Scan(&found.ID, &found.Phone, &found.Name, &found.Currency, &found.Status, &found.SourceCode, &found.Inviter, &found.CreatedAt,
		&found.LastLoginAt, &found.PreviousLoginAt, &found.AgreementVersion, &found.WithdrawHoldUntil, &code, &number, &name)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, member.ErrNoUser
	}
	if code != nil {
		found.Bank = &member.BankAccount{BankCode: *code, Number: *number, Name: *name}
	}
	return found, err
}

// Credentials gives who has a phone number. Errors: NO_USER.
func (m Members) Credentials(ctx context.Context, phone string) (found member.Credentials, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `select m.id, m.status, m.password_hash from member_phone p join member m on m.id = p.member_id
		where p.phone = $1`, phone).Scan(&found.Member, &found.Status, &found.PasswordHash)
	if errors.Is(err, pgx.ErrNoRows) {
		return found, member.ErrNoUser
	}
	return found, err
}

// PasswordHash gives the member's. Errors: NO_USER.
func (m Members) PasswordHash(ctx context.Context, wanted id.MemberID) (hash string, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `select password_hash from member where id = $1`, wanted).Scan(&hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", member.ErrNoUser
	}
	return hash, err
}

// HasBank tells whether a member has this bank account.
func (m Members) HasBank(ctx context.Context, account member.BankAccount) (has bool, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `select exists (select from member_bank_owner where bank_code = $1 and account_no = $2)`,
		account.BankCode, account.Number).Scan(&has)
	return has, err
}

// PutName changes a member's name.
func (m Members) PutName(ctx context.Context, changed id.MemberID, name string) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, `update member set name = $2 where id = $1`, changed, name)
	return err
}

// PutPasswordHash changes a member's password.
func (m Members) PutPasswordHash(ctx context.Context, changed id.MemberID, passwordHash string) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, `update member set password_hash = $2 where id = $1`, changed, passwordHash)
	return err
}

// PutBank replaces the bank account. Errors: EXISTING_BANK.
func (m Members) PutBank(ctx context.Context, changed id.MemberID, account member.BankAccount, at time.Time) error {
	batch := &pgx.Batch{}
	batch.Queue(`delete from member_bank_owner o using member_bank b
		where b.member_id = $1 and o.bank_code = b.bank_code and o.account_no = b.account_no`, changed)
	queueBank(batch, changed, account, at)
	err := m.DB.Querier(ctx).SendBatch(ctx, batch).Close()
	if IsUnique(err, "member_bank_owner_pkey") {
		return member.ErrExistingBank
	}
	return err
}

// HoldWithdrawals keeps withdrawals back until a time; an existing later one stays.
func (m Members) HoldWithdrawals(ctx context.Context, held id.MemberID, until time.Time) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, `update member set withdraw_hold_until = greatest(withdraw_hold_until, $2) where id = $1`, held, until)
	return err
}

// AcceptAgreement stores the acceptance of a version once, and gives when it was first accepted.
func (m Members) AcceptAgreement(ctx context.Context, accepting id.MemberID, version string, at time.Time) (first time.Time, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`insert into member_agreement (member_id, version, accepted_at) values ($1, $2, $3) on conflict do nothing`, accepting, version, at)
	batch.Queue(`update member set agreement_version = $2 where id = $1`, accepting, version)
	batch.Queue(`select accepted_at from member_agreement where member_id = $1 and version = $2`, accepting, version).
		QueryRow(func(row pgx.Row) error { return row.Scan(&first) })
	return first, m.DB.Querier(ctx).SendBatch(ctx, batch).Close()
}
