package main

import (
	"strconv"

	"krapao/server/app"
	"krapao/server/channel"
	"krapao/server/money"
)

// houseName is the holder of the house's accounts.
const houseName = "KRAPAO DEMO CO LTD"

func amounts(whole ...int64) []money.Amount {
	out := make([]money.Amount, len(whole))
	for i, amount := range whole {
		out[i] = money.Units(amount)
	}
	return out
}

// quickLAK are the buttons of every Lao gateway.
var quickLAK = amounts(10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)

// The quick amounts and minimums of the baht gateways (product specification, "QR quick amounts per gateway").
var (
	quickFirst = amounts(10, 20, 50, 100, 500, 1000)
	quickSmall = amounts(10, 50, 100, 500, 1000)
	quickLarge = amounts(100, 200, 300, 500, 1000)
)

// gateway has the code of the bank behind it, whose mark members see beside its name.
func gateway(code, bank, nameTH, nameEN string, currency money.Currency, minimum int64, quick []money.Amount) channel.Channel {
	return channel.Channel{
		Code: code, Kind: channel.Payment, BankCode: bank, Mode: channel.Auto, NameTH: nameTH, NameEN: nameEN, Currency: currency,
		TakesQR: true, MinDeposit: money.Units(minimum), QuickAmounts: quick,
	}
}

func account(kind channel.Kind, code, bank string, mode channel.Mode, number string, currency money.Currency, minimum int64) channel.Channel {
	return channel.Channel{
		Code: code, Kind: kind, BankCode: bank, Mode: mode, NameTH: bankNames[bank][0], NameEN: bankNames[bank][1], AccountName: houseName, AccountNo: number,
		Currency: currency, MinDeposit: money.Units(minimum),
	}
}

var bankNames = map[string][2]string{
	"KBANK": {"ธนาคารกสิกรไทย", "Kasikornbank"},
	"SCB":   {"ธนาคารไทยพาณิชย์", "Siam Commercial Bank"},
	"KTB":   {"ธนาคารกรุงไทย", "Krung Thai Bank"},
	"TRUE":  {"ทรูมันนี่ วอลเล็ท", "TrueMoney Wallet"},
	"BCEL":  {"ທະນາຄານການຄ້າຕ່າງປະເທດລາວ", "BCEL"},
	"LDB":   {"ທະນາຄານພັດທະນາລາວ", "Lao Development Bank"},
	"JDB":   {"ທະນາຄານຮ່ວມພັດທະນາ", "Joint Development Bank"},
}

// withQR makes a bank's account payable by QR code too: the product's first gateway, a bank in SMS mode.
func withQR(channel channel.Channel, quick []money.Amount) channel.Channel {
	channel.TakesQR, channel.QuickAmounts = true, quick
	return channel
}

// channels are the demo's ways to deposit: five gateways, bank accounts and the e-wallet.
func channels(edition app.Edition) []channel.Channel {
	list := thaiChannels()
	if edition == app.Laos {
		list = append(laoChannels(), list[0], list[2], list[5])
	}
	for i := range list {
		list[i].Position, list[i].Open = i+1, true
	}
	return list
}

func thaiChannels() []channel.Channel {
	return []channel.Channel{
		withQR(account(channel.Bank, "KBANKQR", "KBANK", channel.SMS, "0987654321", money.Baht, 1), quickFirst),
		gateway("PROMPTPAY1", "KBANK", "พร้อมเพย์ ธ.กสิกรไทย", "PromptPay KBank", money.Baht, 100, quickLarge),
		gateway("PROMPTPAY2", "SCB", "พร้อมเพย์ ธ.ไทยพาณิชย์", "PromptPay SCB", money.Baht, 10, quickSmall),
		gateway("PROMPTPAY3", "KTB", "พร้อมเพย์ ธ.กรุงไทย", "PromptPay Krungthai", money.Baht, 100, quickLarge),
		gateway("PROMPTPAY4", "BBL", "พร้อมเพย์ ธ.กรุงเทพ", "PromptPay Bangkok Bank", money.Baht, 10, quickSmall),
		account(channel.Bank, "SCB1", "SCB", channel.Auto, "4051112223", money.Baht, 1),
		account(channel.Bank, "KTB1", "KTB", channel.Auto, "9871234567", money.Baht, 1),
		account(channel.Wallet, "TRUELINK", "TRUE", channel.Link, "0890001122", money.Baht, 2),
		account(channel.Wallet, "TRUEAUTO", "TRUE", channel.Auto, "0890001133", money.Baht, 1),
	}
}

func laoChannels() []channel.Channel {
	list := []channel.Channel{gateway("BCELONE", "BCEL", "BCEL OnePay", "BCEL OnePay", money.Kip, 10_000, quickLAK)}
	for i, bank := range []string{"BCEL", "LDB", "JDB", "APB"} {
		name := "LAO QR " + bank
		list = append(list, gateway("LAOQR"+strconv.Itoa(i+1), bank, name, name, money.Kip, 10_000, quickLAK))
	}
	return append(list,
		account(channel.Bank, "BCEL1", "BCEL", channel.Auto, "1601100001234", money.Kip, 10_000),
		account(channel.Bank, "LDB1", "LDB", channel.Auto, "0302000456789", money.Kip, 10_000),
		account(channel.Bank, "JDB1", "JDB", channel.Auto, "20110010567", money.Kip, 10_000),
	)
}

// gatewayCodes are the channels that make QR codes.
func gatewayCodes(edition app.Edition) []string {
	codes := []string{}
	for _, channel := range channels(edition) {
		if channel.TakesQR {
			codes = append(codes, channel.Code)
		}
	}
	return codes
}
