package httpapi

import (
	"context"

	"krapao/server/httpapi/api/operator"
	accounts "krapao/server/operator"
	"krapao/server/secret"
)

// operatorSessionHandlers answers logging in to the back office and out of it.
type operatorSessionHandlers struct{ operators *accounts.Service }

// operatorOK is the answer of calls that have nothing more to tell.
var operatorOK = operator.Ok{Message: "SUCCESS"}

// LogInOperator opens a session. Errors: WRONG_CREDENTIAL, INACTIVE_USER, TOTP_REQUIRED, TOTP_INVALID, LOGIN_FAIL, REQUEST_LIMIT, REQUEST_LIMIT_1MIN.
func (h operatorSessionHandlers) LogInOperator(ctx context.Context, request operator.LogInOperatorRequestObject) (operator.LogInOperatorResponseObject, error) {
	opened, err := h.operators.LogIn(ctx, accounts.LogInInput{
		Username: request.Body.Username, Password: secret.NewText(request.Body.Password), Code: valueOf(request.Body.Code), Addr: ClientAddr(ctx), RequestID: RequestID(ctx),
	})
	if err != nil {
		return nil, err
	}
	return operator.LogInOperator200JSONResponse{Body: operator.OperatorLoginResponse{Token: opened.Token.Reveal(), ExpireAt: opened.ExpiresAt}}, nil
}

// LogOutOperator ends the calling session.
func (h operatorSessionHandlers) LogOutOperator(ctx context.Context, _ operator.LogOutOperatorRequestObject) (operator.LogOutOperatorResponseObject, error) {
	return operator.LogOutOperator200JSONResponse{Body: operatorOK}, h.operators.LogOut(ctx, OperatorFrom(ctx).ID)
}
