package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/server/site"
)

// Site keeps the operator's settings and texts; it is a site.Store.
type Site struct{ DB *DB }

var _ site.Store = Site{}

const settingsSQL = `select name, website, line_link, line_name, line_qr, register_otp, enable_chat_widget, games_in_new_tab, chat_socket, terminated,
	single_session, address_binding, agreement_version, gift_link_key, recommended_banks from site_setting`

func scanSettings(row pgx.Row) (settings site.Settings, err error) {
	err = row.Scan(&settings.Name, &settings.Website, &settings.LineLink, &settings.LineName, &settings.LineQR, &settings.RegisterOTP, &settings.EnableChatWidget,
		&settings.GamesInNewTab, &settings.ChatSocket, &settings.Terminated, &settings.SingleSession, &settings.AddressBinding, &settings.AgreementVersion,
		&settings.GiftLinkKey, &settings.RecommendedBanks)
	return settings, err
}

const bankColumns = "code, number, name_local, name_en, edition, is_wallet, requires_latin_name, position, is_open"

// ReadSite reads everything in one round trip.
func (s Site) ReadSite(ctx context.Context, edition site.Edition) (stored site.Stored, err error) {
	stored.Texts = map[site.TextKey]map[site.Locale][]string{}
	batch := &pgx.Batch{}
	batch.Queue(settingsSQL).QueryRow(func(row pgx.Row) (err error) {
		stored.Settings, err = scanSettings(row)
		return err
	})
	batch.Queue("select "+bankColumns+" from bank where is_open and edition = $1 order by position, code", edition).Query(func(rows pgx.Rows) (err error) {
		stored.Banks, err = pgx.CollectRows(rows, pgx.RowToStructByPos[site.Bank])
		return err
	})
	batch.Queue(`select code from source where is_open order by position, code`).Query(func(rows pgx.Rows) (err error) {
		stored.Sources, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	batch.Queue(`select code, video, poster, is_show, position from help_video order by position, code`).Query(func(rows pgx.Rows) (err error) {
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
	batch.Queue("select hash from site_image where name = $1", contactQR).Query(func(rows pgx.Rows) error {
		hashes, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
		if len(hashes) > 0 {
			stored.ContactQR = hashes[0]
		}
		return err
	})
	return stored, s.DB.Querier(ctx).SendBatch(ctx, batch).Close()
}
