package operator

import (
	"context"

	"krapao/server/emvco"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	accounts "krapao/server/operator"
	"krapao/server/secret"
)

// accountHandlers answers the operators' second factors and rules.
type accountHandlers struct{ operators *accounts.Service }

// ListOperators gives every operator.
func (h accountHandlers) ListOperators(ctx context.Context, _ operator.ListOperatorsRequestObject) (operator.ListOperatorsResponseObject, error) {
	all, err := h.operators.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperators200JSONResponse{Body: operator.OperatorAccountList{Operators: convert.Each(all, func(from accounts.Account) operator.OperatorAccount {
		return operator.OperatorAccount{Username: from.Username, IsActive: from.Active, HasTotp: from.Factor.Seed != nil, CreatedAt: from.CreatedAt}
	})}}, nil
}

// EnrolOperatorTotp begins with a second factor. Errors: WRONG_CREDENTIAL, TOTP_REQUIRED, TOTP_INVALID, LOGIN_FAIL,
// REQUEST_LIMIT_1MIN.
func (h accountHandlers) EnrolOperatorTotp(ctx context.Context, request operator.EnrolOperatorTotpRequestObject) (operator.EnrolOperatorTotpResponseObject, error) {
	made, err := h.operators.Enrol(ctx, accounts.EnrolInput{
		Username: SessionFrom(ctx).Username, Password: secret.NewText(request.Body.Password), Code: convert.Value(request.Body.Code),
		EnrolmentCode: secret.NewText(convert.Value(request.Body.EnrolmentCode)),
	})
	if err != nil {
		return nil, err
	}
	drawn, err := emvco.SVG(made.URL.Reveal())
	return operator.EnrolOperatorTotp200JSONResponse{Body: operator.TotpEnrolment{Secret: made.Secret.Reveal(), URL: made.URL.Reveal(), Qr: drawn}}, err
}

// ConfirmOperatorTotp puts the second factor into force. Errors: TOTP_INVALID.
func (h accountHandlers) ConfirmOperatorTotp(ctx context.Context, request operator.ConfirmOperatorTotpRequestObject) (operator.ConfirmOperatorTotpResponseObject, error) {
	session := SessionFrom(ctx)
	err := h.operators.Confirm(ctx, session.Username, request.Body.Code, session.ID)
	return operator.ConfirmOperatorTotp200JSONResponse{Body: ok}, err
}

// ResetOperatorTotp asks a second person to take another operator's second factor away. Errors: NO_DATA, APPROVAL_SELF.
func (h accountHandlers) ResetOperatorTotp(ctx context.Context, request operator.ResetOperatorTotpRequestObject) (operator.ResetOperatorTotpResponseObject, error) {
	asked, err := h.operators.AskReset(ctx, request.Username)
	if err != nil {
		return nil, err
	}
	waits, err := toWaits(asked)
	return operator.ResetOperatorTotp202JSONResponse{WaitsJSONResponse: waits}, err
}

// GetOperatorPolicy gives the rules for operators.
func (h accountHandlers) GetOperatorPolicy(ctx context.Context, _ operator.GetOperatorPolicyRequestObject) (operator.GetOperatorPolicyResponseObject, error) {
	policy, err := h.operators.Policy(ctx)
	return operator.GetOperatorPolicy200JSONResponse{Body: operator.OperatorPolicy{TotpForMoney: policy.CodeForMoney}}, err
}

// PutOperatorPolicy replaces the rules for operators.
func (h accountHandlers) PutOperatorPolicy(ctx context.Context, request operator.PutOperatorPolicyRequestObject) (operator.PutOperatorPolicyResponseObject, error) {
	err := h.operators.PutPolicy(ctx, accounts.Policy{CodeForMoney: request.Body.TotpForMoney})
	return operator.PutOperatorPolicy200JSONResponse{Body: *request.Body}, err
}
