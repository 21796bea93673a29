package member

import (
	"context"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/secret"
)

// ErrWrongPassword means that the old password is another one.
var ErrWrongPassword = fault.New(fault.Invalid, "WRONG_PASSWORD")

// How often a password may be changed or tried: for one member, and for one address in a reset.
const (
	changePerMinute = 5
	changePerHour   = 20
	resetPerMinute  = 5
	resetPerHour    = 30
)

// withdrawHold is how long withdrawals wait after a password was reset or the bank account changed.
const withdrawHold = 24 * time.Hour

// ChangePasswordInput replaces a member's password.
type ChangePasswordInput struct {
	Member id.MemberID
	// Session is the one that asks; it goes on.
	Session  id.ID
	Old, New secret.Text
}

// ChangePassword replaces the password and ends the member's other sessions.
// Errors: WRONG_PASSWORD, INVALID_USER_INFO, REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (s *Service) ChangePassword(ctx context.Context, input ChangePasswordInput) error {
	of := input.Member.String()
	if err := s.within(ctx, bound{"password:" + of, changePerMinute, time.Minute}, bound{"password:hour:" + of, changePerHour, time.Hour}); err != nil {
		return err
	}
	found, err := s.Store.Member(ctx, input.Member)
	if err != nil {
		return gone(err)
	}
	current, err := s.Store.PasswordHash(ctx, input.Member)
	if err != nil {
		return gone(err)
	}
	match, err := s.hasher.Matches(ctx, normalPassword(input.Old.Reveal()), current, fault.ServiceUnavailable)
	if err != nil {
		return err
	}
	if !match {
		return ErrWrongPassword
	}
	password, err := checkPassword(input.New.Reveal(), found.Phone)
	if err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password, fault.ServiceUnavailable)
	if err != nil {
		return err
	}
	return s.replacePassword(ctx, input.Member, hash, input.Session, func(ctx context.Context) error {
		switch now, err := s.Store.PasswordHash(ctx, input.Member); {
		case err != nil:
			return err
		case now != current:
			return ErrWrongPassword // it was changed meanwhile
		}
		return nil
	})
}

// ResetPasswordInput sets a new password on a device that has proved the phone for it.
type ResetPasswordInput struct {
	Caller Caller
	Phone  string
	New    secret.Text
}

// ResetPassword sets a new password, ends all sessions and holds withdrawals for 24 hours. It uses up the proof.
// Errors: PHONE_NUMBER_REQUIRE_10_DIGIT, UNVERIFIED_OTP, NO_USER, INACTIVE_USER, INVALID_USER_INFO, REQUEST_LIMIT,
// REQUEST_LIMIT_1MIN.
func (s *Service) ResetPassword(ctx context.Context, input ResetPasswordInput) error {
	from := bucket(input.Caller.Addr)
	if err := s.within(ctx, bound{"reset:minute:" + from, resetPerMinute, time.Minute}, bound{"reset:hour:" + from, resetPerHour, time.Hour}); err != nil {
		return err
	}
	phone, err := s.Phones.Parse(input.Phone)
	if err != nil {
		return err
	}
	password, err := checkPassword(input.New.Reveal(), phone)
	if err != nil {
		return err
	}
	proof, err := s.proof(ctx, input.Caller, phone, ToResetPassword)
	if err != nil {
		return err
	}
	if proof != FreshProof {
		return ErrUnverified
	}
	credentials, err := s.Store.Credentials(ctx, phone)
	if err != nil {
		return err
	}
	if credentials.Status != Active {
		return ErrInactive
	}
	hash, err := s.hasher.Hash(ctx, password, fault.ServiceUnavailable)
	if err != nil {
		return err
	}
	return s.replacePassword(ctx, credentials.Member, hash, id.ID{}, func(ctx context.Context) error {
		used, err := s.useProof(ctx, input.Caller, phone, ToResetPassword)
		if err != nil {
			return err
		}
		if !used {
			return ErrUnverified
		}
		return s.Store.HoldWithdrawals(ctx, credentials.Member, s.Now().Add(withdrawHold))
	})
}

// replacePassword writes a new password and ends the sessions but one, in one transaction with allow, which may refuse.
func (s *Service) replacePassword(ctx context.Context, member id.MemberID, hash string, keep id.ID, allow func(context.Context) error) error {
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Store.LockMember(ctx, member); err != nil {
			return gone(err)
		}
		if err := allow(ctx); err != nil {
			return err
		}
		if err := s.Store.PutPasswordHash(ctx, member, hash); err != nil {
			return err
		}
		_, err := s.Store.EndSessions(ctx, EndSessionsInput{Member: member, Keep: keep, By: Revoked, At: s.Now()})
		return err
	})
	s.sessions.forget(member)
	return err
}
