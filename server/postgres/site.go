package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/server/site"
)

// Site keeps the operator's settings and texts; it is a site.Store.
type Site struct{ DB *DB }

var _ site.Store = Site{}

// ReadSite reads everything in one round trip.
func (s Site) ReadSite(ctx context.Context, edition site.Edition) (stored site.Stored, err error) {
	stored.Texts = map[site.TextKey]map[site.Locale][]string{}
	batch := &pgx.Batch{}
	batch.Queue(`select name, website, line_link, line_name, line_qr, register_otp, enable_chat_widget, games_in_new_tab, chat_socket, terminated,
		single_session, address_binding, agreement_version, gift_link_key, recommended_banks from site_setting`).QueryRow(func(row pgx.Row) error {
		to := &stored.Settings
		return row.Scan(&to.Name, &to.Website, &to.LineLink, &to.LineName, &to.LineQR, &to.RegisterOTP, &to.EnableChatWidget, &to.GamesInNewTab, &to.ChatSocket, &to.Terminated,
			&to.SingleSession, &to.AddressBinding, &to.AgreementVersion, &to.GiftLinkKey, &to.RecommendedBanks)
	})
	batch.Queue(`select code, number, name_local, name_en, edition, is_wallet, requires_latin_name from bank
		where is_open and edition = $1 order by position, code`, edition).Query(func(rows pgx.Rows) (err error) {
		stored.Banks, err = pgx.CollectRows(rows, pgx.RowToStructByPos[site.Bank])
		return err
	})
	batch.Queue(`select code from source where is_open order by position, code`).Query(func(rows pgx.Rows) (err error) {
		stored.Sources, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	batch.Queue(`select code, video, poster, is_show from help_video order by position, code`).Query(func(rows pgx.Rows) (err error) {
		stored.Videos, err = pgx.CollectRows(rows, pgx.RowToStructByPos[site.Video])
		return err
	})
	batch.Queue(`select key, locale, body from site_text order by key, locale, position`).Query(func(rows pgx.Rows) error {
		var key site.TextKey
		var locale site.Locale
		var body string
		_, err := pgx.ForEachRow(rows, []any{&key, &locale, &body}, func() error {
			if stored.Texts[key] == nil {
				stored.Texts[key] = map[site.Locale][]string{}
			}
			stored.Texts[key][locale] = append(stored.Texts[key][locale], body)
			return nil
		})
		return err
	})
	return stored, s.DB.Querier(ctx).SendBatch(ctx, batch).Close()
}

// PutSettings replaces the settings, all but the gift-link key.
func (s Site) PutSettings(ctx context.Context, to site.Settings) error {
	if to.RecommendedBanks == nil {
		to.RecommendedBanks = []string{}
	}
	_, err := s.DB.Querier(ctx).Exec(ctx, `update site_setting set name = $1, website = $2, line_link = $3, line_name = $4, line_qr = $5, register_otp = $6,
		enable_chat_widget = $7, games_in_new_tab = $8, chat_socket = $9, terminated = $10, single_session = $11, address_binding = $12,
		agreement_version = $13, recommended_banks = $14, updated_at = now()`,
		to.Name, to.Website, to.LineLink, to.LineName, to.LineQR, to.RegisterOTP, to.EnableChatWidget, to.GamesInNewTab, to.ChatSocket, to.Terminated,
		to.SingleSession, to.AddressBinding, to.AgreementVersion, to.RecommendedBanks)
	return err
}

// PutText replaces a text in one language.
func (s Site) PutText(ctx context.Context, key site.TextKey, locale site.Locale, items []string) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		querier := s.DB.Querier(ctx)
		if _, err := querier.Exec(ctx, `delete from site_text where key = $1 and locale = $2`, key, locale); err != nil {
			return err
		}
		_, err := querier.Exec(ctx, `insert into site_text (key, locale, position, body)
			select $1, $2, n, body from unnest($3::text[]) with ordinality as t (body, n)`, key, locale, items)
		return err
	})
}
