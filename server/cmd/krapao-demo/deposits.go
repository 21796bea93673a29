package main

import (
	"context"
	"net/http"
	"slices"

	"krapao/server/app"
	"krapao/server/audit"
	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// feedBanks are the banks, and the e-wallet, whose feeds report what arrives on the demo's accounts.
func feedBanks(edition app.Edition) (banks []string) {
	for _, channel := range channels(edition) {
		if channel.AccountNo != "" && !slices.Contains(banks, channel.BankCode) {
			banks = append(banks, channel.BankCode)
		}
	}
	return banks
}

// seedQueues gives the operator something to decide: a claim of the last demo member, and a stranger's transfer in
// suspense. Once.
func seedQueues(ctx context.Context, server *app.App, edition app.Edition, portalURL, partiesURL string) error {
	members := demoMembers(edition)
	who := members[len(members)-1]
	at, err := newBrowser(portalURL, partiesURL)
	if err != nil {
		return err
	}
	if _, err := at.logIn(ctx, who); err != nil {
		return err
	}
	claimed, err := at.claims(ctx)
	if err != nil || claimed {
		return err
	}
	amount, from := money.Units(250), "SCB"
	if edition == app.Laos {
		amount, from = money.Units(250_000), "BCEL"
	}
	if err := at.transferByStranger(ctx, edition, from, amount); err != nil {
		return err
	}
	err = eventually(ctx, "a stranger's transfer did not reach the operator's queue", func() (bool, error) {
		_, waiting, err := server.Intake.Waiting(ctx, audit.Page{Limit: 1})
		return waiting > 0, err
	})
	if err != nil {
		return err
	}
	return at.claim(ctx, amount)
}

// claims tells whether the member has ever claimed a deposit.
func (b *browser) claims(ctx context.Context) (bool, error) {
	answer, err := b.portal.ListDepositsWithResponse(ctx, portal.Page{Page: 1, Limit: 100})
	if err != nil {
		return false, err
	}
	if answer.JSON200 == nil {
		return false, refused("reading the deposits", answer.StatusCode(), answer.Body)
	}
	return slices.ContainsFunc(answer.JSON200.Deposits, func(d portal.DepositRecord) bool { return d.Kind == portal.DepositKind(deposit.KindClaim) }), nil
}

func (b *browser) claim(ctx context.Context, amount money.Amount) error {
	answer, err := b.portal.ClaimDepositWithResponse(ctx, &portal.ClaimDepositParams{}, portal.DepositClaimRequest{Amount: amount})
	if err == nil && answer.JSON200 == nil {
		err = refused("claiming a deposit", answer.StatusCode(), answer.Body)
	}
	return err
}

// transferByStranger sends money to the first plain bank account from an account that no member has.
func (b *browser) transferByStranger(ctx context.Context, edition app.Edition, from string, amount money.Amount) error {
	list := channels(edition)
	at := slices.IndexFunc(list, func(c channel.Channel) bool { return c.Kind == channel.Bank && !c.TakesQR })
	return b.tell(ctx, http.MethodPost, "/bank/transfers", map[string]string{
		"toBankCode": list[at].BankCode, "toAccountNo": list[at].AccountNo, "currency": string(list[at].Currency), "amount": amount.String(),
		"fromBankCode": from, "fromAccountNo": "7770001112", "fromAccountName": "UNKNOWN PAYER",
	}, nil)
}
