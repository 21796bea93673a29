package member

import (
	"encoding/json"
	"testing"
)

func TestAnAdjustmentThatAnEarlierVersionAskedForIsRead(t *testing.T) {
	t.Parallel()
	for _, amount := range []string{`"-50.00"`, `-50.00`} {
		var body adjustment
		if err := json.Unmarshal([]byte(`{"amount":`+amount+`}`), &body); err != nil || body.Amount.String() != "-50.00" {
			t.Errorf("%s: %q %v", amount, body.Amount, err)
		}
	}
}
