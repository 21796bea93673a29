package simulator

import (
	"fmt"
	"strings"

	"krapao/server/money"
)

// The receivers that the simulated gateways write into their codes.
const (
	thaiBiller   = "099400016550100"
	laoReceiver  = "KRAPAODEMO00001"
	bcelMerchant = "mch5f76a7f5ca7d2"
)

// qrPayload gives the EMVCo text of one payment: for baht a PromptPay bill payment (tag 30), for kip BCEL OnePay at the
// gateway of BCEL and LAO QR at the others. Written apart from Krapao's own reader, so that each checks the other.
func qrPayload(gatewayCode, qrReference string, amount money.Amount, currency money.Currency) string {
	switch {
	case currency == money.Baht:
		return promptPayBill(thaiBiller, qrReference, "KRAPAO", amount)
	case strings.Contains(gatewayCode, "BCEL"):
		return onePay(bcelMerchant, qrReference, amount)
	default:
		return laoQR(laoReceiver, qrReference, amount)
	}
}

func promptPayBill(biller, reference1, reference2 string, amount money.Amount) string {
	bill := tag("00", "A000000677010112") + tag("01", biller) + tag("02", reference1) + tag("03", reference2)
	return sealed(tag("00", "01") + tag("01", "12") + tag("30", bill) +
		tag("53", "764") + tag("58", "TH") + tag("54", amount.String()))
}

func onePay(merchant, reference string, amount money.Amount) string {
	receiver := tag("00", "BCEL") + tag("01", "ONEPAY") + tag("02", merchant)
	return sealed(tag("00", "01") + pointOfInitiation(amount) + tag("33", receiver) + tag("52", "5697") + tag("53", "418") +
		amountTag(amount) + tag("58", "LA") + tag("60", "SV") + referenceTag("01", reference))
}

func laoQR(receiver, reference string, amount money.Amount) string {
	account := tag("00", "A005266284662577") + tag("01", "00000418") + tag("02", "001") + tag("03", receiver)
	return sealed(tag("00", "01") + pointOfInitiation(amount) + tag("38", account) + tag("53", "418") +
		amountTag(amount) + tag("58", "LA") + referenceTag("05", reference))
}

// pointOfInitiation: 11 is a code to be used again and again, 12 one for a single payment.
func pointOfInitiation(amount money.Amount) string {
	if amount == 0 {
		return tag("01", "11")
	}
	return tag("01", "12")
}

func amountTag(amount money.Amount) string {
	if amount == 0 {
		return ""
	}
	return tag("54", amount.String())
}

func referenceTag(sub, reference string) string {
	if reference == "" {
		return ""
	}
	return tag("62", tag(sub, reference))
}

func tag(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

func sealed(text string) string {
	text += "6304"
	return fmt.Sprintf("%s%04X", text, crc16(text))
}

// crc16 is CRC-16/CCITT-FALSE: polynomial 1021, initial FFFF, no reflection.
func crc16(text string) uint16 {
	crc := uint16(0xFFFF)
	for _, octet := range []byte(text) {
		crc ^= uint16(octet) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
