package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bonus"
	"krapao/server/money"
)

// bonusSettingsLock is the advisory lock of whoever changes campaigns or rules.
const bonusSettingsLock = 0x626f6e75

// LockSettings keeps other operators from changing campaigns until the transaction ends.
func (b Bonus) LockSettings(ctx context.Context) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := b.Querier(ctx).Exec(ctx, "select pg_advisory_xact_lock($1)", bonusSettingsLock)
	return err
}

// Campaigns gives the last version of every campaign of a kind, by position and code.
func (b Bonus) Campaigns(ctx context.Context, kind bonus.Kind) ([]bonus.Campaign, error) {
	return b.campaigns(ctx, "where c.kind = $1 and "+lastCampaign+" order by c.position, c.code", kind)
}

// PutCampaign writes the next version of a campaign.
func (b Bonus) PutCampaign(ctx context.Context, c bonus.Campaign, now time.Time) error {
	texts := make([][]byte, 0, 3)
	for _, value := range []any{c.Name, c.HTML, c.Banners} {
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	_, err := b.Querier(ctx).Exec(ctx, `insert into bonus_campaign (kind, code, version, currency, name, html, banners, span, max_received, percent, cap, fixed, min_deposit, quota,
			success_percent, fail_percent, position, is_open, open_from, open_until, made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
		c.Kind, c.Code, c.Version, c.Currency, texts[0], texts[1], texts[2], c.Span, c.MaxReceived, c.Percent, c.Cap, c.Fixed, c.MinDeposit, c.Quota,
		c.SuccessPercent, c.FailPercent, c.Position, c.Open, c.From, unlessZero(c.Until), now)
	return err
}

// Figures sums what became of a campaign, over all its versions.
func (b Bonus) Figures(ctx context.Context, kind bonus.Kind, code string) (f bonus.Figures, err error) {
	err = b.Querier(ctx).QueryRow(ctx, `select count(*), count(distinct r.member_id), coalesce(sum(r.amount), 0)::bigint, coalesce(sum(c.cut), 0)::bigint,
			count(*) filter (where c.outcome is null), count(*) filter (where c.outcome = 'MET'), count(*) filter (where c.outcome = 'LOST')
		from bonus_receipt r join bonus_condition c on c.kind = r.kind and c.object = r.id where r.kind = $1 and r.code = $2`, kind, code).
		Scan(&f.Claimed, &f.Members, &f.Credited, &f.Cut, &f.Active, &f.Met, &f.Lost)
	return f, err
}

func scanBonusRule(row pgx.CollectableRow) (r bonus.Rule, err error) {
	return r, row.Scan(&r.Currency, &r.ReviewAbove)
}

// Rules gives the rule of every currency that has one.
func (b Bonus) Rules(ctx context.Context) ([]bonus.Rule, error) {
	rows, err := b.Querier(ctx).Query(ctx, "select currency, review_above from bonus_rule order by currency")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanBonusRule)
}

// Rule gives a currency's rule; without one, every open campaign takes two people.
func (b Bonus) Rule(ctx context.Context, currency money.Currency) (bonus.Rule, error) {
	rows, err := b.Querier(ctx).Query(ctx, "select currency, review_above from bonus_rule where currency = $1", currency)
	if err != nil {
		return bonus.Rule{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanBonusRule)
	if errors.Is(err, pgx.ErrNoRows) {
		return bonus.Rule{Currency: currency}, nil
	}
	return found, err
}

// PutRule writes a currency's rule.
func (b Bonus) PutRule(ctx context.Context, rule bonus.Rule, now time.Time) error {
	_, err := b.Querier(ctx).Exec(ctx, `insert into bonus_rule (currency, review_above, changed_at) values ($1, $2, $3)
		on conflict (currency) do update set review_above = excluded.review_above, changed_at = excluded.changed_at`, rule.Currency, rule.ReviewAbove, now)
	return err
}
