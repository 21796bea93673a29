package emvco

import (
	"fmt"
	"regexp"

	"krapao/server/money"
)

// Application ids and tags of the schemes.
const (
	aidPromptPay     = "A000000677010111"
	aidPromptPayBill = "A000000677010112"
	aidLaoQR         = "A005266284662577"

	tagInitiation    = "01"
	tagPromptPay     = "29"
	tagPromptPayBill = "30"
	tagOnePay        = "33"
	tagLaoQR         = "38"
	tagCategory      = "52"
	tagCurrency      = "53"
	tagAmount        = "54"
	tagCountry       = "58"
	tagCity          = "60"
)

// The numbers that ISO 4217 gives the currencies.
var currencyNumbers = map[money.Currency]string{money.Baht: "764", money.Kip: "418"}

// PromptPayType is what kind of number a PromptPay receiver is known by: the sub-tag of tag 29.
type PromptPayType string

// The kinds of PromptPay numbers.
const (
	Mobile      PromptPayType = "01" // 0 and 9 digits
	NationalID  PromptPayType = "02" // national or tax id, 13 digits
	EWallet     PromptPayType = "03" // 15 digits
	BankAccount PromptPayType = "04" // bank number and account, up to 43 characters
)

var promptPayForms = map[PromptPayType]*regexp.Regexp{
	Mobile:      regexp.MustCompile(`^0[0-9]{9}$`),
	NationalID:  regexp.MustCompile(`^[0-9]{13}$`),
	EWallet:     regexp.MustCompile(`^[0-9]{15}$`),
	BankAccount: regexp.MustCompile(`^[0-9]{4,43}$`),
}

// PromptPay asks for baht to a PromptPay number (tag 29). An amount of 0 leaves it to the payer. It carries no
// reference: prefer PromptPayBill for deposits.
func PromptPay(kind PromptPayType, number string, amount money.Amount) (string, error) {
	form := promptPayForms[kind]
	if form == nil || !form.MatchString(number) {
		return "", fmt.Errorf("%w: PromptPay number", ErrMalformed)
	}
	if kind == Mobile {
		number = "0066" + number[1:]
	}
	return request(tagPromptPay, Fields{{"00", aidPromptPay}, {string(kind), number}}, amount,
		Field{tagCountry, "TH"}, Field{tagCurrency, currencyNumbers[money.Baht]})
}

// PromptPayBill asks for baht to a biller (tag 30: 15 digits), with one or two references of at most 20 capital letters
// and digits that come back with the payment.
func PromptPayBill(biller, reference1, reference2 string, amount money.Amount) (string, error) {
	template := Fields{{"00", aidPromptPayBill}, {"01", biller}, {"02", reference1}}
	if reference2 != "" {
		template = append(template, Field{"03", reference2})
	}
	return request(tagPromptPayBill, template, amount,
		Field{tagCurrency, currencyNumbers[money.Baht]}, Field{tagCountry, "TH"})
}

// OnePay asks for kip to a BCEL OnePay merchant (tag 33) of a category (four digits) and a city.
func OnePay(merchant, category, city string, amount money.Amount) (string, error) {
	return request(tagOnePay, Fields{{"00", "BCEL"}, {"01", "ONEPAY"}, {"02", merchant}}, amount,
		Field{tagCategory, category}, Field{tagCurrency, currencyNumbers[money.Kip]}, Field{tagCountry, "LA"}, Field{tagCity, city})
}

// LaoQR asks for kip by the national scheme (tag 38): the issuer's number, the type of payment and the receiver.
func LaoQR(issuer, kind, receiver string, amount money.Amount) (string, error) {
	return request(tagLaoQR, Fields{{"00", aidLaoQR}, {"01", issuer}, {"02", kind}, {"03", receiver}}, amount,
		Field{tagCurrency, currencyNumbers[money.Kip]}, Field{tagCountry, "LA"})
}

// request writes a whole code: static without an amount, dynamic with one.
func request(tag string, template Fields, amount money.Amount, rest ...Field) (string, error) {
	if amount < 0 {
		return "", fmt.Errorf("%w: amount %v", ErrMalformed, amount)
	}
	account, err := template.text()
	if err != nil {
		return "", err
	}
	initiation := "11"
	if amount > 0 {
		initiation = "12"
		rest = append(rest, Field{tagAmount, amount.String()})
	}
	fields := Fields{{tagFormat, "01"}, {tagInitiation, initiation}, {tag, account}}
	if amount > 0 && len(amount.String()) > 13 {
		return "", fmt.Errorf("%w: amount of more than 13 characters", ErrMalformed)
	}
	return Encode(append(fields, rest...))
}
