package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/site"
)

// contactQR is the name of the contact page's image.
const contactQR = "contact-qr"

// InTx runs fn in one transaction.
func (s Site) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.DB.InTx(ctx, fn)
}

// LockSettings gives the settings, and keeps all other changes away until the transaction ends.
func (s Site) LockSettings(ctx context.Context) (site.Settings, error) {
	if err := requireTx(ctx); err != nil {
		return site.Settings{}, err
	}
	return scanSettings(s.DB.Querier(ctx).QueryRow(ctx, settingsSQL+" for update"))
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

// Banks gives the banks of every edition, closed ones too, by edition in display order.
func (s Site) Banks(ctx context.Context) ([]site.Bank, error) {
	rows, err := s.DB.Querier(ctx).Query(ctx, "select "+bankColumns+" from bank order by edition desc, position, code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[site.Bank])
}

// PutBank writes a bank, new or changed.
func (s Site) PutBank(ctx context.Context, bank site.Bank) error {
	_, err := s.DB.Querier(ctx).Exec(ctx, "insert into bank ("+bankColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		on conflict (code) do update set number = excluded.number, name_local = excluded.name_local, name_en = excluded.name_en, edition = excluded.edition,
			is_wallet = excluded.is_wallet, requires_latin_name = excluded.requires_latin_name, position = excluded.position, is_open = excluded.is_open`,
		bank.Code, bank.Number, bank.NameLocal, bank.NameEN, bank.Edition, bank.IsWallet, bank.RequiresLatinName, bank.Position, bank.Open)
	return err
}

// Sources gives the sources, closed ones too, in display order.
func (s Site) Sources(ctx context.Context) ([]site.SourceEntry, error) {
	rows, err := s.DB.Querier(ctx).Query(ctx, "select code, position, is_open from source order by position, code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[site.SourceEntry])
}

// PutSource writes a source, new or changed.
func (s Site) PutSource(ctx context.Context, source site.SourceEntry) error {
	_, err := s.DB.Querier(ctx).Exec(ctx, `insert into source (code, position, is_open) values ($1, $2, $3)
		on conflict (code) do update set position = excluded.position, is_open = excluded.is_open`, source.Code, source.Position, source.Open)
	return err
}

// PutVideo writes a help video, new or changed.
func (s Site) PutVideo(ctx context.Context, video site.Video) error {
	_, err := s.DB.Querier(ctx).Exec(ctx, `insert into help_video (code, position, video, poster, is_show) values ($1, $2, $3, $4, $5)
		on conflict (code) do update set position = excluded.position, video = excluded.video, poster = excluded.poster, is_show = excluded.is_show`,
		video.Code, video.Position, video.Path, video.Poster, video.IsShow)
	return err
}

// ContactQR gives the contact page's image with its hash, nil where none was uploaded.
func (s Site) ContactQR(ctx context.Context) (content, hash []byte, err error) {
	err = s.DB.Querier(ctx).QueryRow(ctx, "select content, hash from site_image where name = $1", contactQR).Scan(&content, &hash)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, nil
	}
	return content, hash, err
}

// PutContactQR writes the contact page's image; no content: there is none any more.
func (s Site) PutContactQR(ctx context.Context, content, hash []byte, at time.Time) error {
	if content == nil {
		_, err := s.DB.Querier(ctx).Exec(ctx, "delete from site_image where name = $1", contactQR)
		return err
	}
	_, err := s.DB.Querier(ctx).Exec(ctx, `insert into site_image (name, content, hash, updated_at) values ($1, $2, $3, $4)
		on conflict (name) do update set content = excluded.content, hash = excluded.hash, updated_at = excluded.updated_at`, contactQR, content, hash, at)
	return err
}
