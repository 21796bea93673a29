package operator

import (
	"context"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	accounts "krapao/server/operator"
	"krapao/server/secret"
)

// sessionHandlers answers logging in to the back office and out of it.
type sessionHandlers struct{ operators *accounts.Service }

// ok is the answer of calls that have nothing more to tell.
var ok = operator.Ok{Message: "SUCCESS"}

// LogInOperator opens a session. Errors: WRONG_CREDENTIAL, INACTIVE_USER, TOTP_REQUIRED, TOTP_INVALID, LOGIN_FAIL,
// REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (h sessionHandlers) LogInOperator(ctx context.Context, request operator.LogInOperatorRequestObject) (operator.LogInOperatorResponseObject, error) {
	opened, err := h.operators.LogIn(ctx, accounts.LogInInput{
		Username: request.Body.Username, Password: secret.NewText(request.Body.Password), Code: convert.Value(request.Body.Code), Addr: middleware.ClientAddr(ctx), RequestID: middleware.RequestID(ctx),
	})
	if err != nil {
		return nil, err
	}
	return operator.LogInOperator200JSONResponse{Body: operator.OperatorLoginResponse{Token: opened.Token.Reveal(), ExpireAt: opened.ExpiresAt}}, nil
}

// LogOutOperator ends the calling session.
func (h sessionHandlers) LogOutOperator(ctx context.Context, _ operator.LogOutOperatorRequestObject) (operator.LogOutOperatorResponseObject, error) {
	return operator.LogOutOperator200JSONResponse{Body: ok}, h.operators.LogOut(ctx, SessionFrom(ctx).ID)
}
