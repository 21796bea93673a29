package simulator

import (
	"fmt"
	"strconv"
)

// bankNumbers are the Thai banks' numbers on slips.
var bankNumbers = map[string]string{
	"BBL": "002", "KBANK": "004", "KTB": "006", "TMB": "011", "SCB": "014", "CIMBT": "022", "UOBT": "024", "BAY": "025", "GSB": "030",
	"GHB": "033", "BAAC": "034", "IBANK": "066", "TISCO": "067", "KKP": "069", "ICBCT": "070", "TCRB": "071", "LHB": "073",
}

// slipPayload gives the text of the QR code on a transfer slip: who sent, and the bank's reference.
func slipPayload(bankNo, reference string) string {
	text := tag("00", tag("00", "000001")+tag("01", bankNo)+tag("02", reference)) + tag("51", "TH") + "9104"
	return fmt.Sprintf("%s%04X", text, crc16(text))
}

// readSlip reads what slipPayload writes; not ok for any other text.
func readSlip(text string) (bankNo, reference string, ok bool) {
	if len(text) < 8 || fmt.Sprintf("%04X", crc16(text[:len(text)-4])) != text[len(text)-4:] {
		return "", "", false
	}
	outer, ok := readTags(text)
	if !ok || outer["51"] != "TH" {
		return "", "", false
	}
	inner, ok := readTags(outer["00"])
	return inner["01"], inner["02"], ok && inner["00"] == "000001" && inner["02"] != ""
}

func readTags(text string) (map[string]string, bool) {
	tags := map[string]string{}
	for text != "" {
		if len(text) < 4 {
			return nil, false
		}
		size, err := strconv.Atoi(text[2:4])
		if err != nil || size < 0 || len(text) < 4+size {
			return nil, false
		}
		tags[text[:2]] = text[4 : 4+size]
		text = text[4+size:]
	}
	return tags, true
}
