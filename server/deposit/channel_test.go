package deposit_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/server/channel"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/portaltest/paymenttest"
)

func TestTheDepositLookupHasTheOpenChannelsOfTheMembersCurrency(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	bank := channel.Channel{
		Code: "SCB_MAIN", Kind: channel.Bank, BankCode: "SCB", Mode: channel.Auto, NameTH: "ธนาคารไทยพาณิชย์", NameEN: "Siam Commercial Bank", Position: -1,
		AccountName: "KRAPAO CO LTD", AccountNo: "1112223334", Currency: money.Baht, Logo: "/media/banks/scb.svg", MinDeposit: money.Units(1), Open: true,
	}
	wallet := channel.Channel{
		Code: "TRUE_MAIN", Kind: channel.Wallet, BankCode: "TRUE", Mode: channel.Link, NameTH: "ทรูมันนี่ วอลเล็ท", NameEN: "TrueMoney Wallet",
		AccountName: "KRAPAO CO LTD", AccountNo: "0801234567", Currency: money.Baht, MinDeposit: money.Units(2), Open: true,
	}
	transfer := wallet
	transfer.Code, transfer.Mode, transfer.AccountNo, transfer.Position = "TRUE_AUTO", channel.Auto, "0801234568", 1
	if err := s.App.Channels.PutChannels(t.Context(), bank, wallet, transfer); err != nil {
		t.Fatal(err)
	}
	var found portal.DepositLookup
	answer := s.As(somchai).Do(http.MethodGet, "/api/lookup/deposit", "")
	if err := json.Unmarshal(answer.Body, &found); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if len(found.Banks) != 3 || found.IsManual || len(found.Wallets) != 2 {
		t.Fatalf("%s", answer.Body)
	}
	if first := found.Banks[0]; first.BankType != portal.DepositBankTypeBANK || first.BankAccountNo != "1112223334" || first.GatewayCode != nil || first.MinDeposit != nil {
		t.Errorf("%+v", first)
	}
	if qr := found.Banks[1]; qr.BankType != portal.DepositBankTypePAYMENT || *qr.GatewayCode != gateway || *qr.MinDeposit != money.Units(10) ||
		len(*qr.QuickAmounts) != 2 || (*qr.QuickAmounts)[1] != money.Units(50) {
		t.Errorf("%+v", qr)
	}
	if found.Wallets[0].Mode != portal.LINK || found.Wallets[0].MinDeposit == nil || *found.Wallets[0].MinDeposit != money.Units(2) {
		t.Errorf("%+v", found.Wallets[0])
	}
	// Whatever is transferred to it credits, so a minimum would be none.
	if found.Wallets[1].Mode != portal.AUTO || found.Wallets[1].MinDeposit != nil {
		t.Errorf("%+v", found.Wallets[1])
	}
	answer = s.As(bounmy).Do(http.MethodGet, "/api/lookup/deposit", "")
	if err := json.Unmarshal(answer.Body, &found); err != nil || len(found.Banks) != 1 || *found.Banks[0].GatewayCode != kipGateway || found.Banks[0].Currency != portal.LAK {
		t.Errorf("%s", answer.Body)
	}
	bank.Open = false
	if err := s.App.Channels.PutChannels(t.Context(), bank); err != nil {
		t.Fatal(err)
	}
	answer = s.As(somchai).Do(http.MethodGet, "/api/lookup/deposit", "")
	if err := json.Unmarshal(answer.Body, &found); err != nil || len(found.Banks) != 2 {
		t.Errorf("after one was closed: %s", answer.Body)
	}
}

func TestWithdrawAndSlipLookupsTellTheLimits(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for member, want := range map[string]string{
		somchai.String(): `{"withdrawMax":50000,"withdrawMin":100}`, bounmy.String(): `{"withdrawMax":25000000,"withdrawMin":50000}`,
	} {
		if answer := s.Client(t).As(member).Do(http.MethodGet, "/api/lookup/withdraw", ""); string(answer.Body) != want {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	if answer := s.Client(t).Do(http.MethodGet, "/api/lookup/slip", ""); string(answer.Body) != `{"maxAgeMinutes":60,"maxSizeMB":10,"openFrom":"00:30","openTo":"23:00"}` {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestChannelsThatCannotWorkAreNotWritten(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	good := paymenttest.QRChannel("GOOD1", money.Baht, money.Units(10))
	for name, change := range map[string]func(*channel.Channel){
		"code":       func(c *channel.Channel) { c.Code = "good1" },
		"kind":       func(c *channel.Channel) { c.Kind = "GATEWAY" },
		"mode":       func(c *channel.Channel) { c.Mode = "" },
		"currency":   func(c *channel.Channel) { c.Currency = "USD" },
		"minimum":    func(c *channel.Channel) { c.MinDeposit = 0 },
		"QR minimum": func(c *channel.Channel) { c.MinDeposit = money.Units(1) - 1 },
		"gift minimum": func(c *channel.Channel) {
			c.Kind, c.Mode, c.TakesQR, c.MinDeposit = channel.Wallet, channel.Link, false, money.Units(2)-1
		},
		"no QR":        func(c *channel.Channel) { c.TakesQR = false },
		"wallet's QR":  func(c *channel.Channel) { c.Kind = channel.Wallet },
		"quick amount": func(c *channel.Channel) { c.QuickAmounts = []money.Amount{1} },
	} {
		bad := good
		change(&bad)
		if err := s.App.Channels.PutChannels(t.Context(), good, bad); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if rows := s.count("deposit_channel"); rows != 4 {
		t.Errorf("%d channels", rows)
	}
}

func TestStatementPagesAreWithinBounds(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for i := range 3 {
		s.taken(s.event(s.made(somchai, gateway, []string{"100", "200", "300"}[i])), paymenttest.Signed{})
	}
	list := func(body string) (page portal.StatementPage, code string) {
		answer := s.As(somchai).Do(http.MethodPost, "/api/statement", body)
		_ = json.Unmarshal(answer.Body, &page)
		return page, answer.Code()
	}
	if page, _ := list(`{"page":1,"limit":2}`); page.Total != 3 || len(page.Statements) != 2 || page.Statements[0].Amount != money.Units(300) {
		t.Errorf("%+v", page)
	}
	if page, _ := list(`{"page":2,"limit":2}`); page.Total != 3 || len(page.Statements) != 1 || page.Statements[0].Amount != money.Units(100) {
		t.Errorf("%+v", page)
	}
	if page, _ := list(`{"page":10000000,"limit":1000000}`); page.Total != 3 || page.Statements == nil || len(page.Statements) != 0 {
		t.Errorf("%+v", page)
	}
	for body, want := range map[string]string{
		`{"page":0,"limit":10}`: "KEY_INVALID", `{"page":1.5,"limit":10}`: "KEY_INVALID", `{"page":1}`: "KEY_MISSING", ``: "KEY_MISSING", `{"page":"1","limit":10}`: "KEY_INVALID",
	} {
		if _, code := list(body); code != want {
			t.Errorf("%s: %s", body, code)
		}
	}
	if page := s.statement(malee); page.Total != 0 {
		t.Errorf("another member's lines: %+v", page)
	}
}
