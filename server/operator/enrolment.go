package operator

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"io"
	"strings"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/secret"
)

// EnrolmentCode is what enrolling the first second factor needs beside the password. It is printed on the server, so a
// stolen password enrols nobody.
type EnrolmentCode struct {
	// Hash is of the code, nil: there is none. ExpiresAt is its end.
	Hash      []byte
	ExpiresAt time.Time
}

// enrolmentLife is how long an enrolment code can be used.
const enrolmentLife = 72 * time.Hour

// codeAlphabet has no letter that is easily taken for another one.
var codeAlphabet = base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding)

// IssueEnrolmentCode makes a new code for an account, in place of one that was made before: for who may work on the
// server itself. Errors: NO_DATA.
func (s *Service) IssueEnrolmentCode(ctx context.Context, username string) (code secret.Text, expires time.Time, err error) {
	random := make([]byte, 13) // 104 bits: 20 letters have 100 of them
	if _, err := io.ReadFull(s.Random, random); err != nil {
		return secret.Text{}, time.Time{}, err
	}
	letters := codeAlphabet.EncodeToString(random)[:20]
	code, expires = secret.NewText(strings.Join([]string{letters[:5], letters[5:10], letters[10:15], letters[15:]}, "-")), s.Now().Add(enrolmentLife)
	return code, expires, s.Repository.InTx(ctx, func(ctx context.Context) error {
		account, err := s.Repository.LockOperator(ctx, username)
		if err != nil {
			return noOperator(err)
		}
		account.Enrolment = EnrolmentCode{Hash: codeHash(code), ExpiresAt: expires}
		if err := s.Repository.PutOperator(ctx, account); err != nil {
			return err
		}
		return s.Trail.Record(ctx, audit.Change{Action: audit.Operator, Subject: username, After: map[string]any{"enrolmentCode": "ISSUED"}})
	})
}

// codeHash is what is kept of a code. Its 100 random bits need no salt; dashes, blanks and small letters are how people
// type.
func codeHash(code secret.Text) []byte {
	sum := sha256.Sum256([]byte(strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code.Reveal()))))
	return sum[:]
}

// check accepts the code. Errors: TOTP_INVALID.
func (c EnrolmentCode) check(code secret.Text, now time.Time) error {
	if c.Hash == nil || !now.Before(c.ExpiresAt) || subtle.ConstantTimeCompare(c.Hash, codeHash(code)) != 1 {
		return ErrCodeInvalid.Withf("operator: no such enrolment code")
	}
	return nil
}

// ResetApproval is the request to take another operator's second factor away.
const ResetApproval approval.Kind = "TOTP_RESET"

// resetBody is the body of a TOTP_RESET request.
type resetBody struct {
	Username string `json:"username"`
}

// AskReset asks a second person to take a lost second factor away. Errors: APPROVAL_SELF, NO_DATA (no such account, or
// no second factor).
func (s *Service) AskReset(ctx context.Context, username string) (approval.Request, error) {
	if audit.ActorFrom(ctx).Name == username {
		return approval.Request{}, ErrSelf
	}
	account, err := s.Repository.Operator(ctx, username)
	switch {
	case err != nil:
		return approval.Request{}, noOperator(err)
	case account.Factor.state() == (SecondFactor{}).state():
		return approval.Request{}, ErrNoOperator.Withf("operator: %s has no second factor", username)
	}
	return s.Approvals.Ask(ctx, approval.Draft{Kind: ResetApproval, Subject: username, Body: resetBody{username}})
}

// ApproveReset is what a second person's approval does, in that transaction. Errors: APPROVAL_SELF (the account's own
// operator), NO_DATA.
func (s *Service) ApproveReset(ctx context.Context, request approval.Request) error {
	var asked resetBody
	if err := request.Read(&asked); err != nil {
		return err
	}
	if strings.EqualFold(request.Decider, asked.Username) {
		return ErrSelf
	}
	return s.ResetFactor(ctx, asked.Username)
}
