package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/member"
)

// AddOTP writes a code and drops the device's earlier ones for that phone that were not used.
func (m Members) AddOTP(ctx context.Context, otp member.StoredOTP) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, `
		with replaced as (delete from otp where device_hash = $3 and phone = $4 and verified_at is null)
		insert into otp (token_hash, code_hash, device_hash, phone, created_at, expires_at, purpose) values ($1, $2, $3, $4, $5, $6, $7)`,
		otp.TokenHash, otp.CodeHash, otp.DeviceHash, otp.Phone, otp.CreatedAt, otp.ExpiresAt, otp.Purpose)
	return err
}

// DropOTP forgets a code that could not be sent.
func (m Members) DropOTP(ctx context.Context, tokenHash []byte) error {
	_, err := m.DB.Querier(ctx).Exec(ctx, `delete from otp where token_hash = $1`, tokenHash)
	return err
}

// TryOTP is one statement: of tries at the same moment each waits for the row and sees the count of the one before.
func (m Members) TryOTP(ctx context.Context, try member.OTPTry) (tried, right bool, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `
		with tried as (
			update otp set tries = tries + 1, verified_at = case when code_hash = $2 then $5::timestamptz end
			where token_hash = $1 and device_hash = $3 and verified_at is null and tries < $4 and expires_at > $5
			returning phone, purpose, verified_at is not null as is_right),
		proved as (
			insert into otp_proof (device_hash, phone, purpose, proved_at, expires_at)
			select $7::bytea, phone, purpose, $5, $6::timestamptz from tried where is_right
			on conflict (device_hash, phone) do update set purpose = excluded.purpose, proved_at = excluded.proved_at, expires_at = excluded.expires_at, used_at = null)
		select is_right from tried`,
		try.TokenHash, try.CodeHash, try.DeviceHash, try.MaxTries, try.Now, try.ProofUntil, try.ProofDeviceHash).Scan(&right)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, false, nil
	}
	return err == nil, right, err
}

// OTP gives a code. found is false when there is none.
func (m Members) OTP(ctx context.Context, tokenHash []byte) (otp member.StoredOTP, found bool, err error) {
	otp.TokenHash = tokenHash
	err = m.DB.Querier(ctx).QueryRow(ctx, `select code_hash, device_hash, phone, purpose, tries, created_at, expires_at, verified_at from otp where token_hash = $1`, tokenHash).
		Scan(&otp.CodeHash, &otp.DeviceHash, &otp.Phone, &otp.Purpose, &otp.Tries, &otp.CreatedAt, &otp.ExpiresAt, &otp.VerifiedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return otp, false, nil
	}
	return otp, err == nil, err
}

// Proof tells what a device has proved of a phone.
func (m Members) Proof(ctx context.Context, key member.ProofKey, now time.Time) (member.Proof, error) {
	var used bool
	err := m.DB.Querier(ctx).QueryRow(ctx, `select used_at is not null from otp_proof where device_hash = $1 and phone = $2 and purpose = $4 and expires_at > $3`,
		key.DeviceHash, key.Phone, now, key.Purpose).Scan(&used)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return member.NoProof, nil
	case err != nil:
		return member.NoProof, err
	case used:
		return member.UsedProof, nil
	}
	return member.FreshProof, nil
}

// KnowsDevice tells whether a device proved a phone after a time, whatever became of that proof.
func (m Members) KnowsDevice(ctx context.Context, deviceHash []byte, phone string, after time.Time) (known bool, err error) {
	err = m.DB.Querier(ctx).QueryRow(ctx, `select exists (select from otp_proof where device_hash = $1 and phone = $2 and proved_at > $3)`,
		deviceHash, phone, after).Scan(&known)
	return known, err
}

// UseProof uses up a fresh proof; false when there is none.
func (m Members) UseProof(ctx context.Context, key member.ProofKey, now time.Time) (bool, error) {
	used, err := m.DB.Querier(ctx).Exec(ctx, `update otp_proof set used_at = $3
		where device_hash = $1 and phone = $2 and purpose = $4 and expires_at > $3 and used_at is null`, key.DeviceHash, key.Phone, now, key.Purpose)
	return used == 1, err
}

// ForgetOTPs drops codes that ran out before a time and proofs that were given before another, and tells how many.
func (m Members) ForgetOTPs(ctx context.Context, before, proofsBefore time.Time) (int64, error) {
	codes, err := m.DB.Querier(ctx).Exec(ctx, `delete from otp where expires_at < $1`, before)
	if err != nil {
		return codes, err
	}
	proofs, err := m.DB.Querier(ctx).Exec(ctx, `delete from otp_proof where expires_at < $1 and proved_at < $2`, before, proofsBefore)
	return codes + proofs, err
}
