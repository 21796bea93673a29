package portal

import (
	"context"
	"net/http"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
	"krapao/server/member"
	"krapao/server/secret"
)

// otpHandlers answers the calls that prove a phone number.
type otpHandlers struct {
	members *member.Service
	cookies DeviceCookies
}

// DeviceCookies sets and reads the cookie that names a device to the OTP calls.
type DeviceCookies struct {
	// Secure: members come over https.
	Secure bool
}

// deviceCookieLife is as long as a login remembers what the device proved.
const deviceCookieLife = member.KnownDeviceLife

// name begins with __Host- over https: then browsers take the cookie from this host alone, over https, and no other
// site of the domain can plant one.
func (c DeviceCookies) name() string {
	if c.Secure {
		return "__Host-device"
	}
	return "device"
}

// set gives the Set-Cookie header. The prefix asks for Path=/; without it nothing but calls needs the cookie.
func (c DeviceCookies) set(device string) *string {
	cookie := &http.Cookie{ //nolint:gosec // Secure where the portal is https
		Name: c.name(), Value: device, Path: "/api", MaxAge: int(deviceCookieLife.Seconds()),
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteStrictMode,
	}
	if c.Secure {
		cookie.Path = "/"
	}
	header := cookie.String()
	return &header
}

// caller gives who sends a request, and from which device.
func (c DeviceCookies) caller(ctx context.Context) member.Caller {
	caller := member.Caller{Addr: middleware.ClientAddr(ctx), Agent: middleware.RequestInfoFrom(ctx).Agent}
	for _, cookie := range middleware.RequestInfoFrom(ctx).Cookies {
		if cookie.Name == c.name() {
			caller.Device = cookie.Value
			break
		}
	}
	return caller
}

// SendOtp sends a code. Errors: PHONE_NUMBER_REQUIRE_10_DIGIT, REQUEST_LIMIT_1MIN, OTP_BLOCK, OTP_SEND_FAIL.
func (h otpHandlers) SendOtp(ctx context.Context, request portal.SendOtpRequestObject) (portal.SendOtpResponseObject, error) {
	input := member.SendOTPInput{Caller: h.cookies.caller(ctx), Phone: request.Body.PhoneNumber}
	input.Purpose = member.ToRegister
	if request.Body.Purpose != nil {
		input.Purpose = member.Purpose(*request.Body.Purpose)
	}
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
	verified, err := h.members.VerifyOTP(ctx, member.VerifyOTPInput{
		Caller: h.cookies.caller(ctx), Token: request.Body.OtpToken, Code: secret.NewText(request.Body.OtpCode),
	})
	if err != nil {
		return nil, err
	}
	return portal.VerifyOtp200JSONResponse{
		Body:    portal.OtpVerifyResponse{Message: "OTP_CODE_VALID", IsRegistered: verified.Registered},
		Headers: portal.VerifyOtp200ResponseHeaders{SetCookie: h.cookies.set(verified.Device)},
	}, nil
}
