package member

import (
	"context"
	"encoding/json"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// What takes a second person.
const (
	BankAccountApproval approval.Kind = "BANK_ACCOUNT"
	AdjustmentApproval  approval.Kind = "ADJUSTMENT"
)

// Adjustment is the ledger's kind of an operator's correction: house <-> main.
const Adjustment ledger.Kind = "ADJUSTMENT"

// adjustmentHouse is the other side of corrections.
const adjustmentHouse = "adjustment"

// bankChange is the body of a BANK_ACCOUNT request. Before is what it was when it was asked for.
type bankChange struct {
	Member      id.MemberID  `json:"member,string"`
	BankCode    string       `json:"bankCode"`
	AccountNo   string       `json:"accountNo"`
	AccountName string       `json:"accountName"`
	Before      *bankAccount `json:"before,omitempty"`
}

type bankAccount struct {
	BankCode    string `json:"bankCode"`
	AccountNo   string `json:"accountNo"`
	AccountName string `json:"accountName"`
}

func shown(account *BankAccount) *bankAccount {
	if account == nil {
		return nil
	}
	return &bankAccount{account.BankCode, account.Number, account.Name}
}

func (a *bankAccount) fields() map[string]any {
	if a == nil {
		return map[string]any{}
	}
	return map[string]any{"bankCode": a.BankCode, "accountNo": a.AccountNo, "accountName": a.AccountName}
}

// AskBankAccountInput is where a member's withdrawals shall go.
type AskBankAccountInput struct {
	Member  id.MemberID
	Account BankAccount
	Reason  string
}

// AskBankAccount asks a second person to change where a member's withdrawals go.
// Errors: NO_DATA, INVALID_BANK, EXISTING_BANK, BANK_ACCOUNT_NAME_ENG.
func (o *Admin) AskBankAccount(ctx context.Context, input AskBankAccountInput) (asked approval.Request, err error) {
	rules, err := o.Site.Rules(ctx) // before the transaction: reading them may take a connection of its own
	if err != nil {
		return asked, err
	}
	bank, offered := rules.Bank(input.Account.BankCode)
	if !offered {
		return asked, ErrBank.Withf("member: an unknown bank")
	}
	account, err := checkBank(bank, input.Account)
	if err != nil {
		return asked, err
	}
	var draft approval.Draft
	err = o.Store.InTx(ctx, func(ctx context.Context) error {
		found, err := o.Store.LockMember(ctx, input.Member)
		if err != nil {
			return unknown(err)
		}
		own := found.Bank != nil && found.Bank.BankCode == account.BankCode && found.Bank.Number == account.Number
		switch taken, err := o.Store.HasBank(ctx, account); {
		case err != nil:
			return err
		case taken && !own:
			return ErrExistingBank
		}
		draft = approval.Draft{
			Kind: BankAccountApproval, Subject: found.ID.String(), Note: input.Reason,
			Body: bankChange{Member: found.ID, BankCode: account.BankCode, AccountNo: account.Number, AccountName: account.Name, Before: shown(found.Bank)},
		}
		return nil
	})
	if err != nil {
		return asked, err
	}
	return o.Approvals.Ask(ctx, draft)
}

// ApproveBankAccount does what was approved, unless the account has changed since. Errors: APPROVAL_STALE,
// EXISTING_BANK.
func (o *Admin) ApproveBankAccount(ctx context.Context, request approval.Request) error {
	var body bankChange
	if err := request.Read(&body); err != nil {
		return err
	}
	return o.change(ctx, body.Member, func(ctx context.Context, found Member) (*audit.Change, error) {
		now := shown(found.Bank)
		if (now == nil) != (body.Before == nil) || now != nil && *now != *body.Before {
			return nil, approval.ErrStale
		}
		account := BankAccount{BankCode: body.BankCode, Number: body.AccountNo, Name: body.AccountName}
		if err := o.Store.PutBank(ctx, found.ID, account, o.Now()); err != nil {
			return nil, err
		}
		if err := o.warn(ctx, found, BankChanged); err != nil {
			return nil, err
		}
		after := shown(&account).fields()
		after["approval"] = request.ID.String()
		return &audit.Change{Before: now.fields(), After: after}, nil
	})
}

// adjustment is the body of an ADJUSTMENT request.
type adjustment struct {
	Member id.MemberID `json:"member,string"`
	// Amount has its sign. A request of an earlier version has a string, which is read too.
	Amount   json.Number    `json:"amount"`
	Currency money.Currency `json:"currency"`
}

// AskAdjustmentInput corrects a main wallet.
type AskAdjustmentInput struct {
	Member id.MemberID
	// Amount is positive; Take takes it from the wallet.
	Amount money.Amount
	Take   bool
	Reason string
}

// AskAdjustment asks a second person to correct a member's main wallet. Errors: NO_DATA, KEY_INVALID.
func (o *Admin) AskAdjustment(ctx context.Context, input AskAdjustmentInput) (asked approval.Request, err error) {
	if input.Amount <= 0 || input.Amount > money.Max {
		return asked, fault.KeyInvalid.Withf("member: an adjustment of %v", input.Amount)
	}
	amount := input.Amount
	if input.Take {
		amount = -amount
	}
	var draft approval.Draft
	err = o.Store.InTx(ctx, func(ctx context.Context) error {
		found, err := o.Store.LockMember(ctx, input.Member)
		if err != nil {
			return unknown(err)
		}
		draft = approval.Draft{
			Kind: AdjustmentApproval, Subject: found.ID.String(), Note: input.Reason,
			Body: adjustment{Member: found.ID, Amount: json.Number(amount.String()), Currency: found.Currency},
		}
		return nil
	})
	if err != nil {
		return asked, err
	}
	return o.Approvals.Ask(ctx, draft)
}

// ApproveAdjustment posts what was approved, once. Errors: MONEY_NOT_ENOUGH.
func (o *Admin) ApproveAdjustment(ctx context.Context, request approval.Request) error {
	var body adjustment
	if err := request.Read(&body); err != nil {
		return err
	}
	amount, err := money.Parse(body.Amount.String())
	if err != nil {
		return err
	}
	return o.change(ctx, body.Member, func(ctx context.Context, found Member) (*audit.Change, error) {
		_, err := o.Poster.Post(ctx, ledger.Transaction{
			Key: request.ID.String() + "/adjustment", Kind: Adjustment, MemberID: found.ID, Currency: body.Currency, At: o.Now(), Reference: request.ID.String(),
			Postings: []ledger.Posting{
				{Account: ledger.Main(found.ID), Amount: amount},
				{Account: ledger.House(adjustmentHouse, body.Currency), Amount: -amount},
			},
		})
		return &audit.Change{After: map[string]any{"adjustment": amount.String(), "currency": string(body.Currency), "approval": request.ID.String()}}, err
	})
}
