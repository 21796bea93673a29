package main

import (
	"context"

	"krapao/server/app"
	"krapao/server/bonus"
	"krapao/server/money"
)

// seedBonuses writes a few bonuses, a promotion and the rule of what one person may open, in the edition's currency.
// Where there is one already, nothing is written.
func seedBonuses(ctx context.Context, server *app.App, edition app.Edition) error {
	currency, unit := money.Baht, int64(1)
	if edition == app.Laos {
		currency, unit = money.Kip, 500
	}
	known, err := server.Bonuses.Campaigns(ctx, bonus.FromBonus)
	if err != nil || len(known) > 0 {
		return err
	}
	if err := server.Bonuses.PutRule(ctx, bonus.Rule{Currency: currency, ReviewAbove: money.Units(10_000 * unit)}); err != nil {
		return err
	}
	for _, campaign := range demoCampaigns(currency, unit) {
		if _, err := server.Bonuses.PutCampaign(ctx, campaign); err != nil {
			return err
		}
	}
	return nil
}

// demoCampaigns are one bonus of each type and a promotion; unit is what a baht is about in the currency.
func demoCampaigns(currency money.Currency, unit int64) []bonus.Campaign {
	baht := func(amount int64) money.Amount { return money.Units(amount * unit) }
	campaign := func(kind bonus.Kind, code, picture string, terms bonus.Terms, name bonus.Text, text bonus.Text) bonus.Campaign {
		made := bonus.Campaign{
			Kind: kind, Code: code, Currency: currency, Name: name, Span: bonus.Ever, MaxReceived: 1, Quota: 10_000, Terms: terms, Open: true, From: demoWheelFrom,
		}
		if kind == bonus.FromPromotion {
			made.HTML = text
		} else {
			made.Banners = []bonus.Banner{{Image: "media/bonus/" + picture, HTML: text}}
		}
		return made
	}
	welcome := campaign(bonus.FromBonus, "WELCOME10", "welcome.svg", bonus.Terms{SuccessPercent: 200, FailPercent: 10},
		bonus.Text{"en": "Welcome bonus 10%", "th": "โบนัสต้อนรับ 10%", "la": "ໂບນັດຕ້ອນຮັບ 10%"},
		bonus.Text{"en": "<p>10% on top of a deposit, once.</p>", "th": "<p>รับเพิ่ม 10% จากยอดฝาก รับได้ครั้งเดียว</p>", "la": "<p>ຮັບເພີ່ມ 10% ຈາກຍອດຝາກ, ຮັບໄດ້ຄັ້ງດຽວ</p>"})
	welcome.Percent, welcome.Cap, welcome.MinDeposit, welcome.Position = 10, baht(500), baht(100), 1
	daily := campaign(bonus.FromBonus, "DAILY5", "daily.svg", bonus.Terms{SuccessPercent: 150, FailPercent: 10},
		bonus.Text{"en": "Daily bonus 5%", "th": "โบนัสรายวัน 5%", "la": "ໂບນັດປະຈຳວັນ 5%"},
		bonus.Text{"en": "<p>5% on top of a deposit, once a day.</p>", "th": "<p>รับเพิ่ม 5% จากยอดฝาก วันละครั้ง</p>", "la": "<p>ຮັບເພີ່ມ 5% ຈາກຍອດຝາກ, ມື້ລະຄັ້ງ</p>"})
	daily.Span, daily.Percent, daily.Cap, daily.Position = bonus.Day, 5, baht(200), 2
	weekly := campaign(bonus.FromBonus, "WEEKLY50", "weekly.svg", bonus.Terms{SuccessPercent: 200, FailPercent: 20},
		bonus.Text{"en": "Weekly bonus", "th": "โบนัสรายสัปดาห์", "la": "ໂບນັດປະຈຳອາທິດ"},
		bonus.Text{"en": "<p>For a deposit of the least amount or more, twice a week.</p>", "th": "<p>เมื่อฝากครบตามยอดขั้นต่ำ รับได้สัปดาห์ละ 2 ครั้ง</p>", "la": "<p>ເມື່ອຝາກຄົບຕາມຍອດຂັ້ນຕ່ຳ, ຮັບໄດ້ອາທິດລະ 2 ຄັ້ງ</p>"})
	weekly.Span, weekly.MaxReceived, weekly.Fixed, weekly.MinDeposit, weekly.Position = bonus.Week, 2, baht(50), baht(500), 3
	promotion := campaign(bonus.FromPromotion, "SONGKRAN", "", bonus.Terms{SuccessPercent: 200, FailPercent: 10},
		bonus.Text{"en": "Songkran promotion", "th": "โปรโมชันสงกรานต์", "la": "ໂປຣໂມຊັນປີໃໝ່ລາວ"},
		bonus.Text{"en": "<p>Credit for everybody who knows the code, once.</p>", "th": "<p>รับเครดิตฟรีเมื่อกรอกรหัส รับได้ครั้งเดียว</p>", "la": "<p>ຮັບເຄຣດິດຟຣີເມື່ອປ້ອນລະຫັດ, ຮັບໄດ້ຄັ້ງດຽວ</p>"})
	promotion.Fixed = baht(20)
	return []bonus.Campaign{welcome, daily, weekly, promotion}
}
