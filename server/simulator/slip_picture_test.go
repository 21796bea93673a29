package simulator

import (
	"bytes"
	"image/png"
	"testing"
	"time"

	"krapao/server/money"
)

func TestASlipsPictureIsAWholeSlip(t *testing.T) {
	var picture bytes.Buffer
	made := &bankTransfer{
		Reference: "ABCDEFGH12345678IJKL", FromBank: "SCB", FromNo: "4051234567", FromName: "SOMCHAI JAIDEE", ToBank: "KBANK", ToNo: "0987654321",
		Amount: money.Units(1500), Currency: money.Baht, At: time.Date(2026, 3, 1, 8, 59, 12, 0, bangkok),
	}
	made.SlipPayload = slipPayload(bankNumbers[made.FromBank], made.Reference)
	if err := drawSlip(&picture, made); err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(&picture)
	if err != nil || drawn.Bounds().Dx() != slipWidth || drawn.Bounds().Dy() != slipHeight {
		t.Fatal(drawn.Bounds(), err)
	}
}
