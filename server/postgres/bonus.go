package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

const campaignSQL = `select c.kind, c.code, c.version, c.currency, c.name, c.html, c.banners, c.span, c.max_received, c.percent, c.cap, c.fixed, c.min_deposit, c.quota,
	c.success_percent, c.fail_percent, c.position, c.is_open, c.open_from, c.open_until from bonus_campaign c `

// lastCampaign keeps of a campaign the version that counts.
const lastCampaign = "c.version = (select max(version) from bonus_campaign l where l.kind = c.kind and l.code = c.code)"

func scanCampaign(row pgx.CollectableRow) (c bonus.Campaign, err error) {
	var name, html, banners []byte
	var until *time.Time
	if err := row.Scan(&c.Kind, &c.Code, &c.Version, &c.Currency, &name, &html, &banners, &c.Span, &c.MaxReceived, &c.Percent, &c.Cap, &c.Fixed, &c.MinDeposit, &c.Quota,
		&c.SuccessPercent, &c.FailPercent, &c.Position, &c.Open, &c.From, &until); err != nil {
		return c, err
	}
	c.Until = valueOrZero(until)
	return c, errors.Join(json.Unmarshal(name, &c.Name), json.Unmarshal(html, &c.HTML), json.Unmarshal(banners, &c.Banners))
}

func (b Bonus) campaigns(ctx context.Context, where string, args ...any) ([]bonus.Campaign, error) {
	rows, err := b.Querier(ctx).Query(ctx, campaignSQL+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCampaign)
}

func (b Bonus) oneCampaign(ctx context.Context, where string, args ...any) (bonus.Campaign, error) {
	found, err := b.campaigns(ctx, where, args...)
	if err == nil && len(found) == 0 {
		err = fault.NoData
	}
	if err != nil {
		return bonus.Campaign{}, err
	}
	return found[0], nil
}

// Campaign gives the last version of a campaign. Errors: NO_DATA.
func (b Bonus) Campaign(ctx context.Context, kind bonus.Kind, code string) (bonus.Campaign, error) {
	return b.oneCampaign(ctx, "where c.kind = $1 and c.code = $2 order by c.version desc limit 1", kind, code)
}

// CampaignOf gives the version that a receipt is of. Errors: NO_DATA.
func (b Bonus) CampaignOf(ctx context.Context, member id.MemberID, receipt id.ID) (bonus.Campaign, error) {
	return b.oneCampaign(ctx, "join bonus_receipt r on (r.kind, r.code, r.version) = (c.kind, c.code, c.version) where r.member_id = $1 and r.id = $2", member, receipt)
}

// CurrentBonuses gives the bonuses of a currency that are on at a moment, in the order to show them.
func (b Bonus) CurrentBonuses(ctx context.Context, currency money.Currency, now time.Time) ([]bonus.Campaign, error) {
	return b.campaigns(ctx, "where c.kind = 'BONUS' and c.currency = $1 and c.is_open and c.open_from <= $2 and (c.open_until is null or c.open_until > $2) and "+
		lastCampaign+" order by c.position, c.code", currency, now)
}

const receiptSQL = `select r.id, r.member_id, r.kind, r.code, r.version, r.amount, coalesce(r.deposit, '00000000-0000-0000-0000-000000000000'), r.deposit_amount, r.at
	from bonus_receipt r `

func scanReceipt(row pgx.CollectableRow) (r bonus.Receipt, err error) {
	return r, row.Scan(&r.ID, &r.Member, &r.Kind, &r.Code, &r.Version, &r.Amount, &r.Deposit, &r.DepositAmount, &r.At)
}

func (b Bonus) receipts(ctx context.Context, where string, args ...any) ([]bonus.Receipt, error) {
	rows, err := b.Querier(ctx).Query(ctx, receiptSQL+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanReceipt)
}

// Receipts gives the member's receipts of one campaign, oldest first.
func (b Bonus) Receipts(ctx context.Context, member id.MemberID, kind bonus.Kind, code string) ([]bonus.Receipt, error) {
	return b.receipts(ctx, "where r.member_id = $1 and r.kind = $2 and r.code = $3 order by r.id", member, kind, code)
}

// AllReceipts gives the member's receipts of a kind by code, oldest first.
func (b Bonus) AllReceipts(ctx context.Context, member id.MemberID, kind bonus.Kind) (map[string][]bonus.Receipt, error) {
	found, err := b.receipts(ctx, "where r.member_id = $1 and r.kind = $2 order by r.id", member, kind)
	byCode := map[string][]bonus.Receipt{}
	for _, receipt := range found {
		byCode[receipt.Code] = append(byCode[receipt.Code], receipt)
	}
	return byCode, err
}

// UnclaimedDeposit gives the member's latest deposit that no receipt is for, and that is later than their last
// withdrawal. Errors: NO_DATA.
func (b Bonus) UnclaimedDeposit(ctx context.Context, member id.MemberID) (deposit bonus.Deposit, err error) {
	err = oneRow(b.Querier(ctx).QueryRow(ctx, `select p.transaction_id, p.amount from ledger_posting p
		where p.member_id = $1 and p.account = 'main' and p.kind = 'DEPOSIT' and p.amount > 0
			and p.seq > coalesce((select w.seq from ledger_posting w
				where w.member_id = $1 and w.account = 'main' and w.kind = 'WITHDRAW' and w.amount < 0 order by w.seq desc limit 1), 0)
			and not exists (select from bonus_receipt r where r.member_id = p.member_id and r.deposit = p.transaction_id)
		order by p.seq desc limit 1`, member).Scan(&deposit.Transaction, &deposit.Amount))
	return deposit, err
}

// AddReceipt writes a new one.
func (b Bonus) AddReceipt(ctx context.Context, r bonus.Receipt) error {
	_, err := b.Querier(ctx).Exec(ctx, `insert into bonus_receipt (member_id, id, kind, code, version, amount, deposit, deposit_amount, at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, r.Member, r.ID, r.Kind, r.Code, r.Version, r.Amount, unlessZero(r.Deposit), r.DepositAmount, r.At)
	return err
}

// CountClaim counts a receipt for its campaign. Errors: bonus.ErrFull.
func (b Bonus) CountClaim(ctx context.Context, campaign bonus.Campaign) error {
	counted, err := b.Querier(ctx).Exec(ctx, `insert into bonus_claimed as c (kind, code, claimed) values ($1, $2, 1)
		on conflict (kind, code) do update set claimed = c.claimed + 1 where $3 = 0 or c.claimed < $3`, campaign.Kind, campaign.Code, campaign.Quota)
	if err == nil && counted == 0 {
		return bonus.ErrFull
	}
	return err
}

// CheckQuota tells whether a receipt could be counted for its campaign. Errors: bonus.ErrFull.
func (b Bonus) CheckQuota(ctx context.Context, campaign bonus.Campaign) (err error) {
	var full bool
	err = b.Querier(ctx).QueryRow(ctx, "select exists (select from bonus_claimed where kind = $1 and code = $2 and $3 > 0 and claimed >= $3)",
		campaign.Kind, campaign.Code, campaign.Quota).Scan(&full)
	if err == nil && full {
		return bonus.ErrFull
	}
	return err
}
