package portal

import (
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/member"
	"krapao/server/secret"
)

// accountHandlers answers registration, profile, bank account and password.
type accountHandlers struct {
	members *member.Service
	cookies DeviceCookies
}

// ok is the answer of calls that have nothing more to tell.
var ok = portal.Ok{Message: "SUCCESS"}

// ValidateAccount checks a registration as far as the form has come. Errors: those of member.Service.Validate.
func (h accountHandlers) ValidateAccount(ctx context.Context, request portal.ValidateAccountRequestObject) (portal.ValidateAccountResponseObject, error) {
	body := request.Body
	err := h.members.Validate(ctx, member.RegisterInput{
		Caller: h.cookies.caller(ctx), Name: body.Name, Phone: body.Username, Password: secret.NewText(body.Password),
		SourceCode: convert.Value(body.SourceCode), InviteCode: convert.Value(body.InviteCode), Currency: string(convert.Value(body.Currency)),
		Bank: member.BankAccount{BankCode: convert.Value(body.BankCode), Number: convert.Value(body.BankAccountNo), Name: convert.Value(body.BankAccountName)},
	})
	return portal.ValidateAccount200JSONResponse{Body: portal.Ok{Message: "OK"}}, err
}

// RegisterAccount makes a member. Errors: those of member.Service.Register.
func (h accountHandlers) RegisterAccount(ctx context.Context, request portal.RegisterAccountRequestObject) (portal.RegisterAccountResponseObject, error) {
	body := request.Body
	_, err := h.members.Register(ctx, member.RegisterInput{
		Caller: h.cookies.caller(ctx), Name: body.Name, Phone: body.Username, Password: secret.NewText(body.Password),
		SourceCode: convert.Value(body.SourceCode), InviteCode: convert.Value(body.InviteCode), Currency: string(convert.Value(body.Currency)),
		Bank: member.BankAccount{BankCode: body.BankCode, Number: body.BankAccountNo, Name: body.BankAccountName},
	})
	return portal.RegisterAccount200JSONResponse{Body: ok}, err
}

// GetProfile gives the member's profile. Errors: NO_BANK.
func (h accountHandlers) GetProfile(ctx context.Context, _ portal.GetProfileRequestObject) (portal.GetProfileResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	profile, err := h.members.Profile(ctx, session.Member)
	if err != nil {
		return nil, err
	}
	return portal.GetProfile200JSONResponse{Body: toAPIProfile(profile, session)}, nil
}

// UpdateProfile changes name and bank account.
// Errors: INVALID_USER_INFO, INVALID_BANK, EXISTING_BANK, BANK_ACCOUNT_NAME_ENG, NO_BANK, REQUEST_LIMIT_1MIN.
func (h accountHandlers) UpdateProfile(ctx context.Context, request portal.UpdateProfileRequestObject) (portal.UpdateProfileResponseObject, error) {
	body, session := request.Body, middleware.SessionFrom(ctx)
	profile, err := h.members.UpdateProfile(ctx, member.UpdateProfileInput{
		Member: session.Member, Name: body.Name, BankCode: body.BankCode, BankAccountName: body.BankAccountName, BankAccountNo: body.BankAccountNo,
	})
	if err != nil {
		return nil, err
	}
	return portal.UpdateProfile200JSONResponse{Body: toAPIProfile(profile, session)}, nil
}

// UpdateBankAccountName gives the account's name in Latin letters. Errors: BANK_ACCOUNT_NAME_ENG, INVALID_BANK,
// NO_BANK.
func (h accountHandlers) UpdateBankAccountName(ctx context.Context, request portal.UpdateBankAccountNameRequestObject) (portal.UpdateBankAccountNameResponseObject, error) {
	profile, err := h.members.UpdateBankAccountName(ctx, member.UpdateBankAccountNameInput{
		Member: middleware.MemberFrom(ctx), BankCode: request.Body.BankCode, Name: request.Body.BankAccountName,
	})
	if err != nil {
		return nil, err
	}
	return portal.UpdateBankAccountName200JSONResponse{Body: toAPIBankAccount(profile)}, nil
}

// ChangePassword replaces the password. Errors: WRONG_PASSWORD, INVALID_USER_INFO, REQUEST_LIMIT_1MIN.
func (h accountHandlers) ChangePassword(ctx context.Context, request portal.ChangePasswordRequestObject) (portal.ChangePasswordResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	err := h.members.ChangePassword(ctx, member.ChangePasswordInput{
		Member: session.Member, Session: session.ID, Old: secret.NewText(request.Body.OldPassword), New: secret.NewText(request.Body.NewPassword),
	})
	return portal.ChangePassword200JSONResponse{Body: ok}, err
}

// AcceptAgreement stores an acceptance. Errors: NO_DATA.
func (h accountHandlers) AcceptAgreement(ctx context.Context, request portal.AcceptAgreementRequestObject) (portal.AcceptAgreementResponseObject, error) {
	at, err := h.members.AcceptAgreement(ctx, middleware.MemberFrom(ctx), request.Body.Version)
	if err != nil {
		return nil, err
	}
	return portal.AcceptAgreement200JSONResponse{Body: portal.AgreementAcceptance{Version: request.Body.Version, AcceptedAt: at}}, nil
}

// ResetPassword sets a new password after an OTP. Errors: those of member.Service.ResetPassword.
func (h accountHandlers) ResetPassword(ctx context.Context, request portal.ResetPasswordRequestObject) (portal.ResetPasswordResponseObject, error) {
	err := h.members.ResetPassword(ctx, member.ResetPasswordInput{
		Caller: h.cookies.caller(ctx), Phone: request.Body.PhoneNumber, New: secret.NewText(request.Body.NewPassword),
	})
	return portal.ResetPassword200JSONResponse{Body: ok}, err
}

func toAPIProfile(profile member.Profile, asking middleware.Session) portal.ProfileResponse {
	from := profile.Member
	return portal.ProfileResponse{
		Profile: portal.Profile{
			UnderscoreID: from.ID.String(), Username: from.Phone, Name: from.Name, CreatedAt: from.CreatedAt,
			LastLoginAt: asking.LastLogin(from.LastLoginAt, from.PreviousLoginAt),
			Coin:        int(profile.Coins), Currency: portal.Currency(from.Currency), InviteCode: member.InviteCode(from.ID), AgreementVersion: from.AgreementVersion,
		},
		BankAccount: toAPIBankAccount(profile),
	}
}

func toAPIBankAccount(profile member.Profile) portal.MemberBankAccount {
	account := profile.Member.Bank
	return portal.MemberBankAccount{
		Bank:     portal.BankName{NameTH: profile.Bank.NameLocal, NameEN: profile.Bank.NameEN},
		BankCode: account.BankCode, BankAccountName: account.Name, BankAccountNo: account.Number, IsLocked: profile.Locked,
	}
}
