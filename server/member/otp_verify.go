package member

import (
	"context"
	"crypto/hmac"
	"errors"
	"time"

	"krapao/server/secret"
)

// VerifyOTPInput is a code as somebody typed it.
type VerifyOTPInput struct {
	Caller Caller
	Token  string
	Code   secret.Text
}

// VerifiedOTP is the outcome of a right code.
type VerifiedOTP struct {
	// Device is the device cookie to set: it has proved the phone.
	Device string
	// Registered tells who proved a phone to register that a member has it; nil for other purposes.
	Registered *bool
}

// VerifyOTP checks a code and, when it is right, writes that a device has proved the phone for the code's purpose. That
// device is a new one, whose cookie is given: whoever planted the caller's old cookie, or read it, has proved nothing.
// Each call on a code that is alive is one of its tries. The same right code with the old cookie gives the new one
// again, because the first answer may have been lost. Errors: OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_EXPIRED,
// OTP_CODE_INVALID, OTP_VERIFIED, OTP_BLOCK.
func (s *Service) VerifyOTP(ctx context.Context, input VerifyOTPInput) (VerifiedOTP, error) {
	key, signed := s.otpTokenKey(input.Token)
	asker, known := s.device(input.Caller.Device)
	if !signed || !known {
		return VerifiedOTP{}, ErrOTPToken
	}
	now, renewed := s.Now(), s.newDevice(keyedWith(key, "renewed device", input.Token+input.Code.Reveal())[:deviceRandom])
	proven, _ := s.device(renewed)
	try := OTPTry{
		TokenHash: keyedWith(key, "token", input.Token), CodeHash: keyedWith(key, "code", input.Token+input.Code.Reveal()),
		DeviceHash: asker, ProofDeviceHash: proven, MaxTries: otpTries, Now: now, ProofUntil: now.Add(proofLife),
	}
	tried, right, err := s.Store.TryOTP(ctx, try)
	switch {
	case err != nil:
		return VerifiedOTP{}, err
	case tried && !right:
		return VerifiedOTP{}, ErrOTPCode
	}
	otp, found, err := s.Store.OTP(ctx, try.TokenHash)
	switch {
	case err != nil:
		return VerifiedOTP{}, err
	case !found:
		return VerifiedOTP{}, ErrOTPNotExist
	case right:
		return s.verified(ctx, otp, renewed)
	case otp.VerifiedAt != nil && hmac.Equal([]byte(input.Caller.Device), []byte(renewed)):
		return VerifiedOTP{}, ErrOTPVerified
	case !hmac.Equal(otp.DeviceHash, try.DeviceHash):
		return VerifiedOTP{}, ErrOTPToken
	case otp.VerifiedAt != nil && hmac.Equal(otp.CodeHash, try.CodeHash) && now.Before(otp.ExpiresAt):
		return s.verified(ctx, otp, renewed)
	case otp.VerifiedAt != nil:
		return VerifiedOTP{}, ErrOTPVerified
	case otp.Tries >= otpTries:
		return VerifiedOTP{}, ErrOTPBlock.After(max(time.Second, otp.CreatedAt.Add(otpResend).Sub(now)))
	}
	return VerifiedOTP{}, ErrOTPExpired
}

// verified is the outcome of a right code: only who proved a phone learns whether a member has it.
func (s *Service) verified(ctx context.Context, otp StoredOTP, device string) (VerifiedOTP, error) {
	outcome := VerifiedOTP{Device: device}
	if otp.Purpose != ToRegister {
		return outcome, nil
	}
	_, err := s.Store.Credentials(ctx, otp.Phone)
	if err != nil && !errors.Is(err, ErrNoUser) {
		return VerifiedOTP{}, err
	}
	registered := err == nil
	outcome.Registered = &registered
	return outcome, nil
}
