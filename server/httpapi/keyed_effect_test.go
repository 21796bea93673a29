package httpapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/server/operation"
	"krapao/server/portaltest"
	"krapao/server/postgres"
)

// effects are the rows that keyed calls leave behind: the table, and its column that the key's effect is in.
var effects = map[operation.Name][2]string{
	operation.TransferFunds:      {"transfer", "request_id"},
	operation.WithdrawFunds:      {"withdrawal", "id"},
	operation.WithdrawAllFunds:   {"withdrawal", "id"},
	operation.CreateQrCode:       {"qr_payment", "id"},
	operation.CancelQrCode:       {"qr_payment", "id"},
	operation.ClaimDeposit:       {"deposit_claim", "id"},
	operation.UploadSlip:         {"slip", "id"},
	operation.SubmitGiftLink:     {"gift_link", "id"},
	operation.SpinWheel:          {"spin_coupon", "spin_id"},
	operation.ClaimSpinCoupon:    {"spin_coupon", "id"},
	operation.ActivateBonus:      {"bonus_receipt", "id"},
	operation.ActivatePromotion:  {"bonus_receipt", "id"},
	operation.ClearBonus:         {"bonus_condition", "id"},
	operation.ReceiveRefund:      {"refund", "id"},
	operation.AddRefundToWallet:  {"refund", "id"},
	operation.ReceiveInviteBonus: {"invite_receipt", "id"},
}

// withoutRows are keyed calls whose effect is not looked for, and why.
var withoutRows = map[operation.Name]string{
	operation.TransferAllFunds:    "a transferAll that found nothing to move leaves no row",
	operation.ActivateGameAccount: "its effect is the account, which no key's effect names",
	operation.ResetGamePassword:   "its effect is the account's new password",
	operation.LaunchGame:          "a link is made anew each time",
	operation.RefreshGameAccounts: "its effect is what the games report at that moment",
}

// Every keyed call is made over HTTP, as a client makes it; what it left behind is then taken away, as a defect or a
// restored backup would.
func TestEveryKeyedRequestsEffectIsLookedFor(t *testing.T) {
	t.Parallel()
	f := newFair(t)
	owner, err := pgx.Connect(t.Context(), f.Database.SuperURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = owner.Close(context.Background()) }()
	calls, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	keyed := func(call portaltest.Call) bool { return call.Keyed && !call.Old }
	rows := map[string]deed{}
	for _, call := range calls {
		if row, found := memberDeeds[call.Operation]; found && keyed(call) {
			rows[call.Operation] = row
		}
	}
	for _, call := range deedsOf(t, calls, keyed, rows) {
		name := operation.Name(call.Operation)
		row, has := effects[name]
		if !has {
			if withoutRows[name] == "" {
				t.Errorf("%s takes a key, and nobody looks for its effect: extend I6 (postgres/check_effect.go), or say here why not", name)
			}
			continue
		}
		t.Run(call.Operation, func(t *testing.T) { //nolint:paralleltest // one database
			a := rows[call.Operation].ready(t, f)
			if a.path == "" {
				a.path = call.Path
			}
			key := fmt.Sprintf("effect-key-%08d", f.next())
			want(t, call.Operation, f.send(call, a, 0, portaltest.Header{Name: "Idempotency-Key", Value: key}), "")
			f.settled(t)
			if found := f.acknowledged(t); !found.OK {
				t.Fatalf("before: %+v", found)
			}
			effect := f.one(t, "select effect::text from idempotency_key where key = $1", key)
			gone := fmt.Sprintf("create temp table gone as select * from %[1]s where %[2]s = '%[3]s'; delete from %[1]s where %[2]s = '%[3]s'", row[0], row[1], effect)
			if _, err := owner.Exec(t.Context(), gone); err != nil {
				t.Fatal(err)
			}
			if found := f.acknowledged(t); found.OK || !strings.Contains(fmt.Sprint(found.Sample), call.Operation) {
				t.Errorf("the effect is gone, and the check says %+v", found)
			}
			if _, err := owner.Exec(t.Context(), "insert into "+row[0]+" select * from gone; drop table gone"); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// acknowledged looks at I6.
func (f *fair) acknowledged(t testing.TB) postgres.Finding {
	t.Helper()
	findings, err := f.App.DB.Check(t.Context(), "I6")
	if err != nil || len(findings) != 1 {
		t.Fatal(findings, err)
	}
	return findings[0]
}
