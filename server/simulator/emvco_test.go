package simulator

import "testing"

func TestPayloadsMatchThePublishedVectors(t *testing.T) {
	for _, check := range []struct{ name, got, want string }{
		{"PromptPay bill", promptPayBill("099400016550100", "123456789012", "670429", 364922),
			"00020101021230650016A00000067701011201150994000165501000212123456789012030667042953037645802TH54073649.2263044534"},
		{"BCEL OnePay", onePay("mch5f76a7f5ca7d2", "", 0), "00020101021133380004BCEL0106ONEPAY0216mch5f76a7f5ca7d25204569753034185802LA6002SV6304182B"},
		{"LAO QR", laoQR("I90BYP17BC295VZ", "", 0), "00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3"},
		{"slip", slipPayload("014", "00111222233344ABCD12"), "004100060000010103014022000111222233344ABCD125102TH910417DF"},
	} {
		if check.got != check.want {
			t.Errorf("%s\n got %s\nwant %s", check.name, check.got, check.want)
		}
	}
	if bank, reference, ok := readSlip("00330006000001010306902126302105340875102TH9104F86F"); !ok || bank != "069" || reference != "630210534087" {
		t.Errorf("slip of another bank: %s %s %v", bank, reference, ok)
	}
}
