package main

import (
	"context"

	"krapao/server/app"
	"krapao/server/content"
	"krapao/server/money"
	"krapao/server/rebate"
	"krapao/server/referral"
)

// seedDailyRules opens refunds and invite bonuses in the edition's currency, each with a banner. Where there are rules
// already, nothing is written.
func seedDailyRules(ctx context.Context, server *app.App, edition app.Edition) error {
	currency, unit := money.Baht, int64(1)
	if edition == app.Laos {
		currency, unit = money.Kip, 500
	}
	known, err := server.Rebates.Rules(ctx)
	if err != nil || len(known) > 0 {
		return err
	}
	limit := money.Units(1_000 * unit)
	refund := content.Text{
		"en": "<p>5% of what you lost yesterday comes back.</p>", "th": "<p>รับคืน 5% ของยอดเสียเมื่อวาน</p>", "la": "<p>ຮັບຄືນ 5% ຂອງຍອດເສຍມື້ວານນີ້</p>",
	}
	invite := content.Text{
		"en": "<p>Invite friends, and earn every day that they play.</p>", "th": "<p>ชวนเพื่อนมาเล่น รับโบนัสได้ทุกวันที่เพื่อนเล่น</p>",
		"la": "<p>ຊວນໝູ່ມາຫຼິ້ນ, ຮັບໂບນັດໄດ້ທຸກມື້ທີ່ໝູ່ຫຼິ້ນ</p>",
	}
	if err := server.Rebates.PutRule(ctx, rebate.Rule{
		Currency: currency, Open: true, Percent: 5, Cap: limit, Terms: rebate.Terms{SuccessPercent: 200, FailPercent: 10}, ReviewAbove: limit, Info: refund,
		Banners: []content.Banner{{Image: "media/bonus/refund.svg", HTML: refund}},
	}); err != nil {
		return err
	}
	return server.Referrals.PutRule(ctx, referral.Rule{
		Currency: currency, Open: true, Percent: 5, Cap: limit, Terms: referral.Terms{SuccessPercent: 200, FailPercent: 10}, ReviewAbove: limit,
		Banners: []content.Banner{{Image: "media/bonus/invite.svg", HTML: invite}},
	})
}
