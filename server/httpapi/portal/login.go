package portal

import (
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/member"
	"krapao/server/secret"
)

// loginHandlers answers the login.
type loginHandlers struct {
	members *member.Service
	cookies DeviceCookies
}

// LogIn opens a session. Errors: WRONG_CREDENTIAL, INACTIVE_USER, LOGIN_FAIL, REQUEST_LIMIT, REQUEST_LIMIT_1MIN,
// UNVERIFIED_OTP.
func (h loginHandlers) LogIn(ctx context.Context, request portal.LogInRequestObject) (portal.LogInResponseObject, error) {
	opened, err := h.members.LogIn(ctx, member.LogInInput{
		Caller: h.cookies.caller(ctx), Phone: request.Body.Username, Password: secret.NewText(request.Body.Password), Remember: convert.Value(request.Body.IsRemember),
		Locale: convert.Value(request.Params.Language),
	})
	if err != nil {
		return nil, err
	}
	return portal.LogIn200JSONResponse{Body: portal.LoginResponse{Token: opened.Token.Reveal(), ExpiresAt: opened.ExpiresAt}}, nil
}
