package httpapi

import (
	"context"
	"net/http"

	"krapao/server/httpapi/api/portal"
	"krapao/server/member"
	"krapao/server/secret"
)

// otpHandlers answers the calls that prove a phone number.
type otpHandlers struct {
	members *member.Service
	cookies DeviceCookies
}

// DeviceCookies sets the cookie that names a device to the OTP calls.
type DeviceCookies struct {
	// Secure: browsers send it over https only.
	Secure bool
}

// deviceCookieLife is as long as a login remembers what the device proved.
const deviceCookieLife = member.KnownDeviceLife

// set gives the Set-Cookie header. Path /api: nothing but calls needs it.
func (c DeviceCookies) set(device string) *string {
	cookie := &http.Cookie{
		Name: "device", Value: device, Path: "/api", MaxAge: int(deviceCookieLife.Seconds()),
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteStrictMode,
	}
	header := cookie.String()
	return &header
}

// SendOtp sends a code. Errors: PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN, OTP_BLOCK, OTP_SEND_FAIL.
func (h otpHandlers) SendOtp(ctx context.Context, request portal.SendOtpRequestObject) (portal.SendOtpResponseObject, error) {
	input := member.SendOTPInput{Caller: callerOf(ctx, request.Params.Device), Phone: request.Body.PhoneNumber}
	if request.Params.Language != nil {
		input.Locale = *request.Params.Language
	}
	sent, err := h.members.SendOTP(ctx, input)
	if err != nil {
		return nil, err
	}
	return portal.SendOtp200JSONResponse{Body: toAPISentOTP(sent), Headers: portal.SendOtp200ResponseHeaders{SetCookie: h.cookies.set(sent.Device)}}, nil
}

func toAPISentOTP(sent member.SentOTP) portal.OtpSendResponse {
	if sent.Verified {
		return portal.OtpSendResponse{Code: portal.OtpSendStatusOTPVERIFIED}
	}
	return portal.OtpSendResponse{
		Code: portal.OtpSendStatusSUCCESS, OtpRef: &sent.Ref, OtpToken: &sent.Token, ExpiresAt: &sent.ExpiresAt, ResendAt: &sent.ResendAt,
	}
}

// VerifyOtp checks a code.
// Errors: OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_EXPIRED, OTP_CODE_INVALID, OTP_VERIFIED, OTP_BLOCK.
func (h otpHandlers) VerifyOtp(ctx context.Context, request portal.VerifyOtpRequestObject) (portal.VerifyOtpResponseObject, error) {
	device, err := h.members.VerifyOTP(ctx, member.VerifyOTPInput{
		Caller: callerOf(ctx, request.Params.Device), Token: request.Body.OtpToken, Code: secret.NewText(request.Body.OtpCode),
	})
	if err != nil {
		return nil, err
	}
	return portal.VerifyOtp200JSONResponse{Body: portal.Ok{Message: "OTP_CODE_VALID"}, Headers: portal.VerifyOtp200ResponseHeaders{SetCookie: h.cookies.set(device)}}, nil
}

// callerOf gives who sends a request, for limits and proofs.
func callerOf(ctx context.Context, device *string) member.Caller {
	return member.Caller{Addr: ClientAddr(ctx), Device: valueOf(device), Agent: exchangeFrom(ctx).agent}
}

// valueOf gives the value, or the zero value when there is none.
func valueOf[T any](pointer *T) (value T) {
	if pointer != nil {
		value = *pointer
	}
	return value
}
