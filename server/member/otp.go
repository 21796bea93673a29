package member

import (
	"context"
	"errors"
	"math/big"
	"time"

	crand "crypto/rand"

	"krapao/server/fault"
	"krapao/server/secret"
)

// Faults of one-time codes.
var (
	// ErrOTPBlock: too many codes, or too many tries of one.
	ErrOTPBlock = fault.New(fault.TooMany, "OTP_BLOCK")
	// ErrOTPToken: the token was never ours, or is another device's.
	ErrOTPToken = fault.New(fault.Invalid, "OTP_TOKEN_INVALID")
	// ErrOTPNotExist: the code was replaced by a newer one, or is long gone.
	ErrOTPNotExist = fault.New(fault.NotFound, "OTP_NOT_EXIST")
	// ErrOTPExpired: the code ran out.
	ErrOTPExpired = fault.New(fault.Conflict, "OTP_EXPIRED")
	// ErrOTPCode: the wrong code.
	ErrOTPCode = fault.New(fault.Invalid, "OTP_CODE_INVALID")
	// ErrOTPVerified: the code was used.
	ErrOTPVerified = fault.New(fault.Conflict, "OTP_VERIFIED")
	// ErrOTPSendFail: the SMS service did not take the message.
	ErrOTPSendFail = fault.New(fault.Unavailable, "OTP_SEND_FAIL")
)

// The rules of codes.
const (
	otpDigits = 6
	otpLife   = 5 * time.Minute
	otpTries  = 5
	otpResend = time.Minute
	proofLife = time.Hour // how long a proof may be used
	otpPer10  = 3
	otpPerDay = 5
	// otpPerDayOfStrangers is how many messages a phone gets in a day for devices that have not proved it, wherever
	// they are.
	otpPerDayOfStrangers = 12
	refLetters           = "ABCDEFGHJKMNPQRSTUVWXYZ23456789" // none that look alike
	refLength            = 4
)

// Purpose is what a phone is confirmed for. A proof for one does nothing for another.
type Purpose string

// The purposes.
const (
	ToRegister      Purpose = "REGISTER"
	ToResetPassword Purpose = "RESET_PASSWORD"
	ToLogIn         Purpose = "LOGIN"
)

// SentOTP is the outcome of a send.
type SentOTP struct {
	// Verified: this device has proved the number, and nothing was sent. The other fields but Device are then empty.
	Verified bool
	// Ref is also in the SMS; Token names the code in Verify.
	Ref, Token string
	// ExpiresAt is when the code runs out, ResendAt from when another may be asked for.
	ExpiresAt, ResendAt time.Time
	// Device is the device cookie to set.
	Device string
}

// SendOTPInput asks for a code.
type SendOTPInput struct {
	Caller  Caller
	Phone   string
	Purpose Purpose
	// Locale is the language of the SMS: th, la or en in any case; anything else is the default.
	Locale string
}

// SendOTP sends a code to a phone. Whether a member has the phone makes no difference: it is not even looked up.
// Errors: PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN, OTP_BLOCK, OTP_SEND_FAIL.
func (s *Service) SendOTP(ctx context.Context, input SendOTPInput) (SentOTP, error) {
	phone, err := s.Phones.Parse(input.Phone)
	if err != nil {
		return SentOTP{}, err
	}
	device := input.Caller.Device
	hash, known := s.device(device)
	if !known {
		device = s.newDevice(s.random(deviceRandom))
		hash, _ = s.device(device)
	}
	now := s.Now()
	if known {
		proof, err := s.Store.Proof(ctx, ProofKey{hash, phone, input.Purpose}, now)
		if err != nil || proof == FreshProof {
			return SentOTP{Verified: true, Device: device}, err
		}
	}
	if err := s.mayAskForOTP(ctx, input.Caller, phone); err != nil {
		return SentOTP{}, err
	}
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return SentOTP{}, err
	}
	token, code, ref := s.newOTPToken(), s.digits(), s.ref()
	otp := StoredOTP{
		TokenHash: s.keyed("token", token), DeviceHash: hash, Phone: phone, Purpose: input.Purpose, CreatedAt: now, ExpiresAt: now.Add(otpLife),
	}
	otp.CodeHash = s.keyed("code", token+code.Reveal())
	if err := s.Store.AddOTP(ctx, otp); err != nil {
		return SentOTP{}, err
	}
	if err := s.SMS.Send(ctx, phone, s.otpText(input, rules.SiteName, ref, code)); err != nil {
		return SentOTP{}, errors.Join(ErrOTPSendFail.With(err), s.Store.DropOTP(context.WithoutCancel(ctx), otp.TokenHash))
	}
	return SentOTP{Ref: ref, Token: token, ExpiresAt: otp.ExpiresAt, ResendAt: now.Add(otpResend), Device: device}, nil
}

// knowsDevice tells whether the caller's device has proved the phone, for whatever purpose, in the last 90 days.
func (s *Service) knowsDevice(ctx context.Context, caller Caller, phone string) (bool, error) {
	hash, signed := s.device(caller.Device)
	if !signed {
		return false, nil
	}
	return s.Store.KnowsDevice(ctx, hash, phone, s.Now().Add(-KnownDeviceLife))
}

// mayAskForOTP counts a message: by address and neighbourhood first, so that a caller who is blocked uses up nobody's
// phone.
func (s *Service) mayAskForOTP(ctx context.Context, caller Caller, phone string) error {
	blocked := func(err error) error {
		var refused *fault.Fault
		if errors.Is(err, fault.RequestLimit) && errors.As(err, &refused) {
			return ErrOTPBlock.After(refused.RetryAfter)
		}
		return err
	}
	if err := s.otpBudget.check(s.Now()); err != nil {
		return err
	}
	if err := s.within(ctx,
		bound{"otp:address:" + bucket(caller.Addr), s.OTPPerAddress, time.Hour},
		bound{"otp:prefix:" + neighbourhood(caller.Addr), s.OTPPerPrefix, time.Hour},
	); err != nil {
		return blocked(err)
	}
	known, err := s.knowsDevice(ctx, caller, phone)
	if err != nil {
		return err
	}
	// A device that has proved the phone has bounds of its own, which nobody else uses up. Others have those of their
	// address, and all of them together a larger one, which protects the phone from messages.
	asker := phone + ":" + bucket(caller.Addr)
	if known {
		hash, _ := s.device(caller.Device)
		asker = phone + ":device:" + encode(hash)
	}
	bounds := []bound{
		{"otp:resend:" + asker, 1, otpResend}, {"otp:10min:" + asker, otpPer10, 10 * time.Minute}, {"otp:day:" + asker, otpPerDay, 24 * time.Hour},
	}
	if !known {
		bounds = append(bounds, bound{"otp:strangers:" + phone, otpPerDayOfStrangers, 24 * time.Hour})
	}
	if err := s.within(ctx, bounds...); err != nil {
		return blocked(err)
	}
	err = blocked(s.within(ctx, bound{"otp:all", s.OTPPerHour, time.Hour}))
	var refused *fault.Fault
	if errors.Is(err, ErrOTPBlock) && errors.As(err, &refused) {
		s.otpBudget.spend(s.Now().Add(refused.RetryAfter))
	}
	return err
}

// proof tells what the caller's device has proved of a phone.
func (s *Service) proof(ctx context.Context, caller Caller, phone string, purpose Purpose) (Proof, error) {
	device, signed := s.device(caller.Device)
	if !signed {
		return NoProof, nil
	}
	return s.Store.Proof(ctx, ProofKey{device, phone, purpose}, s.Now())
}

// useProof uses up the proof of the caller's device; false when there is none that is fresh.
func (s *Service) useProof(ctx context.Context, caller Caller, phone string, purpose Purpose) (bool, error) {
	device, signed := s.device(caller.Device)
	if !signed {
		return false, nil
	}
	return s.Store.UseProof(ctx, ProofKey{device, phone, purpose}, s.Now())
}

// digits draws a code, every one of the million equally likely.
func (s *Service) digits() secret.Text {
	code := make([]byte, otpDigits)
	for i := range code {
		code[i] = byte('0' + s.below(10)) //nolint:gosec // a digit
	}
	return secret.NewText(string(code))
}

func (s *Service) ref() string {
	ref := make([]byte, refLength)
	for i := range ref {
		ref[i] = refLetters[s.below(len(refLetters))]
	}
	return string(ref)
}

// below draws a number from 0 to n-1.
func (s *Service) below(n int) int {
	drawn, err := crand.Int(s.Random, big.NewInt(int64(n)))
	if err != nil {
		panic("member: no randomness: " + err.Error()) // crypto/rand does not fail on a working machine
	}
	return int(drawn.Int64())
}

// ForgetOTPs drops codes that ran out more than a day ago, and proofs by which logins know no device any more.
func (s *Service) ForgetOTPs(ctx context.Context) error {
	now := s.Now()
	_, err := s.Store.ForgetOTPs(ctx, now.Add(-24*time.Hour), now.Add(-KnownDeviceLife))
	return err
}
