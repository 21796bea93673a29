package operator

import (
	"context"

	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/member"
)

// memberHandlers answers finding members and changing what they cannot change themselves.
type memberHandlers struct{ admin *member.Admin }

// FindMembers gives a page of members. Errors: KEY_MISSING, KEY_INVALID.
func (h memberHandlers) FindMembers(ctx context.Context, request operator.FindMembersRequestObject) (operator.FindMembersResponseObject, error) {
	search := member.Search{
		Phone: convert.Value(request.Params.Phone), Name: convert.Value(request.Params.Name), AccountNo: convert.Value(request.Params.BankAccountNo),
		Page: pageOf(request.Params.Page, request.Params.Limit),
	}
	if number := request.Params.Number; number != nil {
		var err error
		if search.Number, err = id.ParseMember(*number); err != nil {
			return nil, fault.KeyInvalid.With(err)
		}
	}
	found, total, err := h.admin.Find(ctx, search)
	if err != nil {
		return nil, err
	}
	return operator.FindMembers200JSONResponse{Body: operator.OperatorMemberPage{Total: total, Members: convert.Each(found, toOperatorMember)}}, nil
}

func toOperatorMember(from member.Found) operator.OperatorMember {
	return operator.OperatorMember{
		UnderscoreID: from.ID.String(), Name: from.Name, Username: from.Phone, Currency: operator.Currency(from.Currency), Amount: from.Main,
		IsActive: from.Status == member.Active, CreatedAt: from.CreatedAt,
	}
}

// named reads the member number of a path. Errors: NO_DATA.
func named(number string) (id.MemberID, error) {
	found, err := id.ParseMember(number)
	if err != nil {
		return 0, fault.NoData.With(err)
	}
	return found, nil
}

// GetMember gives one member. Errors: NO_DATA.
func (h memberHandlers) GetMember(ctx context.Context, request operator.GetMemberRequestObject) (operator.GetMemberResponseObject, error) {
	number, err := named(request.ID)
	if err != nil {
		return nil, err
	}
	detail, err := h.admin.Look(ctx, number)
	if err != nil {
		return nil, err
	}
	return operator.GetMember200JSONResponse{Body: toOperatorDetail(detail)}, nil
}

func toOperatorDetail(from member.Detail) operator.OperatorMemberDetail {
	to := operator.OperatorMemberDetail{
		UnderscoreID: from.Member.ID.String(), Name: from.Member.Name, Username: from.Member.Phone, Currency: operator.Currency(from.Member.Currency),
		Status: operator.MemberStatus(from.Member.Status), CreatedAt: from.Member.CreatedAt, LastLoginAt: from.Member.LastLoginAt,
		WithdrawHoldUntil: from.Member.WithdrawHoldUntil, OpenWithdrawals: from.Open.Withdrawals, OpenDeposits: from.Open.Deposits,
		Balances: operator.OperatorBalances{
			Main: from.Wallet.Main, Hold: from.Wallet.Hold, InTransit: from.Wallet.InTransit, Coins: from.Wallet.Coins,
			Games: convert.Each(from.Wallet.Games, func(game ledger.GameBalance) operator.OperatorGameBalance {
				return operator.OperatorGameBalance{Provider: game.Code, Amount: game.Balance}
			}),
		},
		Sessions: convert.Each(from.Sessions, func(session member.StoredSession) operator.OperatorMemberSession {
			return operator.OperatorMemberSession{
				Device: session.Device, Address: session.Addr.String(), OpenedAt: session.CreatedAt, UsedAt: session.SeenAt, ExpireAt: session.ExpiresAt,
			}
		}),
	}
	if from.Member.Inviter != 0 {
		to.InvitedBy = convert.OrNil(from.Member.Inviter.String())
	}
	if bank := from.Member.Bank; bank != nil {
		to.BankAccount = &operator.OperatorBankAccount{BankCode: bank.BankCode, AccountNo: bank.Number, AccountName: bank.Name}
	}
	return to
}

// PutMemberStatus blocks, unblocks or closes a member. Errors: NO_DATA, INVALID_USER_4.
func (h memberHandlers) PutMemberStatus(ctx context.Context, request operator.PutMemberStatusRequestObject) (operator.PutMemberStatusResponseObject, error) {
	number, err := named(request.ID)
	if err != nil {
		return nil, err
	}
	err = h.admin.PutStatus(ctx, member.PutStatusInput{Member: number, Status: member.Status(request.Body.Status), Reason: request.Body.Reason})
	return operator.PutMemberStatus200JSONResponse{Body: ok}, err
}

// PutMemberPhone changes a member's phone number. Errors: NO_DATA, EXISTING_USER, PHONE_NUMBER_REQUIRE_10_DIGIT.
func (h memberHandlers) PutMemberPhone(ctx context.Context, request operator.PutMemberPhoneRequestObject) (operator.PutMemberPhoneResponseObject, error) {
	number, err := named(request.ID)
	if err != nil {
		return nil, err
	}
	err = h.admin.PutPhone(ctx, member.PutPhoneInput{Member: number, Phone: request.Body.Phone, Reason: request.Body.Reason})
	return operator.PutMemberPhone200JSONResponse{Body: ok}, err
}

// RequestMemberBankAccount asks a second person. Errors: NO_DATA, INVALID_BANK, EXISTING_BANK, BANK_ACCOUNT_NAME_ENG.
func (h memberHandlers) RequestMemberBankAccount(ctx context.Context, request operator.RequestMemberBankAccountRequestObject) (operator.RequestMemberBankAccountResponseObject, error) {
	number, err := named(request.ID)
	if err != nil {
		return nil, err
	}
	asked, err := h.admin.AskBankAccount(ctx, member.AskBankAccountInput{
		Member: number, Reason: request.Body.Reason,
		Account: member.BankAccount{BankCode: request.Body.BankCode, Number: request.Body.AccountNo, Name: request.Body.AccountName},
	})
	if err != nil {
		return nil, err
	}
	body, err := toApproval(asked)
	return operator.RequestMemberBankAccount200JSONResponse{Body: body}, err
}

// RequestAdjustment asks a second person. Errors: NO_DATA, KEY_INVALID.
func (h memberHandlers) RequestAdjustment(ctx context.Context, request operator.RequestAdjustmentRequestObject) (operator.RequestAdjustmentResponseObject, error) {
	number, err := named(request.ID)
	if err != nil {
		return nil, err
	}
	asked, err := h.admin.AskAdjustment(ctx, member.AskAdjustmentInput{
		Member: number, Amount: request.Body.Amount, Take: request.Body.Direction == operator.DEBIT, Reason: request.Body.Reason,
	})
	if err != nil {
		return nil, err
	}
	body, err := toApproval(asked)
	return operator.RequestAdjustment200JSONResponse{Body: body}, err
}

// EndMemberSessions ends all sessions of a member. Errors: NO_DATA.
func (h memberHandlers) EndMemberSessions(ctx context.Context, request operator.EndMemberSessionsRequestObject) (operator.EndMemberSessionsResponseObject, error) {
	number, err := named(request.ID)
	if err != nil {
		return nil, err
	}
	ended, err := h.admin.EndSessions(ctx, number)
	return operator.EndMemberSessions200JSONResponse{Body: operator.EndedSessions{Ended: ended}}, err
}
