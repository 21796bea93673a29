package channel

import (
	"context"
	"unicode"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/money"
)

// Approval is the kind of request with which a second person approves a change of where members' money goes.
const Approval approval.Kind = "CHANNEL"

// channelAsked is the body of a CHANNEL request. Before is what it was when it was asked for; nil: it is new.
type channelAsked struct {
	channelBody
	Before *channelBody `json:"before,omitempty"`
}

// channelBody is Channel as it is written down.
type channelBody struct {
	Code             string                        `json:"code"`
	Kind             Kind                          `json:"kind"`
	BankCode         string                        `json:"bankCode"`
	Mode             Mode                          `json:"mode"`
	NameTH           string                        `json:"nameTH"`
	NameEN           string                        `json:"nameEN"`
	AccountName      string                        `json:"accountName"`
	AccountNo        string                        `json:"accountNo"`
	PreviousAccounts []bankaccount.PreviousAccount `json:"-"` // as it then is
	Currency         money.Currency                `json:"currency"`
	Logo             string                        `json:"logo"`
	TakesQR          bool                          `json:"takesQR"`
	MinDeposit       money.Amount                  `json:"minDeposit"`
	QuickAmounts     []money.Amount                `json:"quickAmounts"`
	Position         int                           `json:"position"`
	Open             bool                          `json:"isOpen"`
}

// changesPayee tells whether members are shown another account to transfer to than before, or one that was closed and
// may be the house's no more; nil: there was none.
func (c Channel) changesPayee(than *Channel) bool {
	return c.AccountNo != "" && (than == nil || c.AccountNo != than.AccountNo || c.BankCode != than.BankCode || c.AccountName != than.AccountName || c.Open && !than.Open)
}

// accountDigits is how many digits in a row look like an account number; phone numbers and promptpay ids have more.
const accountDigits = 6

// tellsAccount tells whether a text that members read of a channel may name an account: digits of any script, with
// blanks and signs between them.
func tellsAccount(text string) bool {
	digits := 0
	for _, letter := range text {
		switch {
		case unicode.IsDigit(letter):
			digits++
		case unicode.IsLetter(letter):
			digits = 0
		}
		if digits >= accountDigits {
			return true
		}
	}
	return false
}

// namesAccount tells whether a name that members read of the channel is another one than before and may name an
// account; nil: there was no channel.
func (c Channel) namesAccount(than *Channel) bool {
	if than == nil {
		than = &Channel{}
	}
	return c.NameTH != than.NameTH && tellsAccount(c.NameTH) || c.NameEN != than.NameEN && tellsAccount(c.NameEN) ||
		c.AccountName != than.AccountName && tellsAccount(c.AccountName)
}

// provesLess tells whether lines of the account might credit now what something else proves and credits too.
func (c Channel) provesLess(than *Channel) bool {
	return than != nil && than.AccountNo != "" && than.reconciledElsewhere() && (c.AccountNo == "" || !c.reconciledElsewhere())
}

// ChangeChannel writes a channel, new or changed; where members' money would go elsewhere, or what proves an account's
// would end, it asks a second person instead: then the request comes along. Errors: KEY_INVALID.
func (s *Service) ChangeChannel(ctx context.Context, channel Channel) (approval.Request, error) {
	var draft *approval.Draft
	err := s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		draft = nil
		before, err := s.channelBefore(ctx, channel)
		switch {
		case err != nil:
			return nil, err
		case channel.changesPayee(before), channel.namesAccount(before), channel.provesLess(before):
			draft = &approval.Draft{Kind: Approval, Subject: channel.Code, Body: channelAsked{channelBody(channel), (*channelBody)(before)}}
			return nil, nil
		}
		line, err := s.putChannel(ctx, before, channel)
		return []audit.Change{line}, err
	})
	if err != nil || draft == nil {
		return approval.Request{}, err
	}
	return s.Approvals.Ask(ctx, *draft) // once the change's locks are free: an approval takes them in the other order
}

// ApproveChannel is what a second person's approval of a channel does; it runs in the transaction of the decision.
// Errors: APPROVAL_STALE.
func (s *Service) ApproveChannel(ctx context.Context, request approval.Request) error {
	var asked channelAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	channel := Channel(asked.channelBody)
	return s.change(ctx, func(ctx context.Context) ([]audit.Change, error) {
		before, err := s.channelBefore(ctx, channel)
		if err != nil {
			return nil, approval.StaleIf(fault.KeyInvalid, err)
		}
		if !sameChannel(before, (*Channel)(asked.Before)) {
			return nil, approval.ErrStale
		}
		line, err := s.putChannel(ctx, before, channel)
		line.After["approval"] = request.ID.String()
		return []audit.Change{line}, err
	})
}

func sameChannel(one, other *Channel) bool {
	if one == nil || other == nil {
		return one == other
	}
	_, same := audit.Change{Before: one.fields(), After: other.fields()}.Narrowed()
	return same
}
