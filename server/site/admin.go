package site

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/weburl"
)

// prepared is a change that was checked: its line in the audit log, and what writes it.
type prepared struct {
	line audit.Change
	put  func(ctx context.Context) error
}

// prepare checks a change. It gets the settings as they are, locked.
type prepare func(ctx context.Context, settings Settings) (prepared, error)

// write makes one change with its line in the audit log, and reads everything again. What changes nothing leaves no
// line.
func (s *Service) write(ctx context.Context, prepare prepare) error {
	return s.writeUnless(ctx, prepare, func(audit.Change) (bool, error) { return false, nil })
}

// writeUnless is write, where something does not keep the change from being made: it reads the change's line, narrowed.
func (s *Service) writeUnless(ctx context.Context, prepare prepare, kept func(line audit.Change) (bool, error)) error {
	if err := s.inTx(ctx, prepare, kept); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.renew(ctx)
	return err
}

// inTx is writeUnless without reading again, for a transaction that may be the caller's.
func (s *Service) inTx(ctx context.Context, prepare prepare, kept func(line audit.Change) (bool, error)) error {
	return s.config.Store.InTx(ctx, func(ctx context.Context) error {
		settings, err := s.config.Store.LockSettings(ctx)
		if err != nil {
			return err
		}
		change, err := prepare(ctx, settings)
		if err != nil {
			return err
		}
		line, same := change.line.Narrowed()
		if same {
			return nil
		}
		if isKept, err := kept(line); err != nil || isKept {
			return err
		}
		if err := change.put(ctx); err != nil {
			return err
		}
		return s.config.Trail.Record(ctx, line)
	})
}

// stored reads everything past the memory: operators see what other servers have just written.
func (s *Service) stored(ctx context.Context) (*Snapshot, error) {
	read, err := s.config.Store.ReadSite(ctx, s.config.Edition)
	return &Snapshot{stored: read, config: s.config}, err
}

// Settings gives the settings as they are stored.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	snapshot, err := s.stored(ctx)
	return snapshot.Settings(), err
}

// Text is a text in one language as its readers get it.
type Text struct {
	Key    TextKey
	Locale Locale
	Items  []string
	// Own: the operator wrote it; else it comes with the product.
	Own bool
}

func (s *Snapshot) text(key TextKey, locale Locale) Text {
	return Text{Key: key, Locale: locale, Items: s.Items(key, locale), Own: len(s.stored.Texts[key][locale]) > 0}
}

// Texts gives every text in every language, by key.
func (s *Service) Texts(ctx context.Context) ([]Text, error) {
	snapshot, err := s.stored(ctx)
	if err != nil {
		return nil, err
	}
	sources, err := s.config.Store.Sources(ctx)
	if err != nil {
		return nil, err
	}
	keys := slices.Concat(slices.Collect(maps.Keys(defaults)), slices.Collect(maps.Keys(snapshot.stored.Texts)))
	for _, source := range sources {
		keys = append(keys, SourceText(source.Code))
	}
	for _, video := range snapshot.stored.Videos {
		keys = append(keys, HelpText(video.Code))
	}
	slices.Sort(keys)
	var texts []Text
	for _, key := range slices.Compact(keys) {
		for _, locale := range Locales() {
			texts = append(texts, snapshot.text(key, locale))
		}
	}
	return texts, nil
}

// PutText replaces a text in one language and gives it as readers get it. HTML is sanitised first. No items: the text
// that comes with the product is back. In force here at once, on other servers within two seconds. Errors: KEY_INVALID.
func (s *Service) PutText(ctx context.Context, key TextKey, locale Locale, items []string) (Text, error) {
	cleaned, err := cleanText(key, locale, items)
	if err != nil {
		return Text{}, err
	}
	if err := s.write(ctx, s.textChange(key, locale, cleaned)); err != nil {
		return Text{}, err
	}
	return s.readText(ctx, key, locale)
}

func cleanText(key TextKey, locale Locale, items []string) ([]string, error) {
	if _, known := ParseLocale(string(locale)); !known {
		return nil, fault.KeyInvalid.Withf("site: %.20q is no language", locale)
	}
	return key.clean(items)
}

// readText gives a text in one language as its readers get it.
func (s *Service) readText(ctx context.Context, key TextKey, locale Locale) (Text, error) {
	snapshot, err := s.stored(ctx)
	if err != nil {
		return Text{}, err
	}
	return snapshot.text(key, locale), nil
}

func (s *Service) textChange(key TextKey, locale Locale, cleaned []string) prepare {
	return func(ctx context.Context, _ Settings) (prepared, error) {
		before, err := s.stored(ctx)
		if err != nil {
			return prepared{}, err
		}
		line := audit.Change{Action: audit.Text, Subject: string(key) + "/" + string(locale)}
		if own := before.stored.Texts[key][locale]; len(own) > 0 {
			line.Before = map[string]any{"items": own}
		}
		if len(cleaned) > 0 {
			line.After = map[string]any{"items": cleaned}
		}
		return prepared{line, func(ctx context.Context) error { return s.config.Store.PutText(ctx, key, locale, cleaned) }}, nil
	}
}

// Banks gives the banks of both editions, closed ones too, by edition in display order.
func (s *Service) Banks(ctx context.Context) ([]Bank, error) { return s.config.Store.Banks(ctx) }

var (
	bankForm   = regexp.MustCompile(`^[A-Z0-9]{2,12}$`)
	numberForm = regexp.MustCompile(`^[0-9]{0,3}$`)
	sourceForm = regexp.MustCompile(`^[A-Z0-9_]{1,32}$`)
	videoForm  = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)
)

// maxPosition bounds display orders.
const maxPosition = 10_000

// PutBank writes a bank, new or changed, and asks nobody: for who may work on the server. Errors: KEY_INVALID.
func (s *Service) PutBank(ctx context.Context, bank Bank) error {
	return s.write(ctx, s.bankChange(bank))
}

func (s *Service) bankChange(bank Bank) prepare {
	return func(ctx context.Context, _ Settings) (prepared, error) {
		good := bankForm.MatchString(bank.Code) && numberForm.MatchString(bank.Number) && isName(bank.NameLocal) && isName(bank.NameEN) &&
			(bank.Edition == Thai || bank.Edition == Laos) && bank.Position >= 0 && bank.Position <= maxPosition
		if !good {
			return prepared{}, fault.KeyInvalid.Withf("site: a bank %.20q that cannot be", bank.Code)
		}
		banks, err := s.config.Store.Banks(ctx)
		if err != nil {
			return prepared{}, err
		}
		line := audit.Change{Action: audit.Bank, Subject: bank.Code, After: bank.fields()}
		if at := slices.IndexFunc(banks, func(b Bank) bool { return b.Code == bank.Code }); at >= 0 {
			line.Before = banks[at].fields()
		}
		return prepared{line, func(ctx context.Context) error { return s.config.Store.PutBank(ctx, bank) }}, nil
	}
}

func (b Bank) fields() map[string]any {
	return map[string]any{
		"number": b.Number, "nameLocal": b.NameLocal, "nameEN": b.NameEN, "edition": string(b.Edition), "isWallet": b.IsWallet,
		"requiresLatinName": b.RequiresLatinName, "position": b.Position, "isOpen": b.Open,
	}
}

// SourceEntries gives the sources, closed ones too, in display order.
func (s *Service) SourceEntries(ctx context.Context) ([]SourceEntry, error) {
	return s.config.Store.Sources(ctx)
}

// PutSource writes a source, new or changed. Errors: KEY_INVALID.
func (s *Service) PutSource(ctx context.Context, source SourceEntry) error {
	if !sourceForm.MatchString(source.Code) || source.Position < 0 || source.Position > maxPosition {
		return fault.KeyInvalid.Withf("site: a source %.40q that cannot be", source.Code)
	}
	fields := func(e SourceEntry) map[string]any { return map[string]any{"position": e.Position, "isOpen": e.Open} }
	return s.write(ctx, func(ctx context.Context, _ Settings) (prepared, error) {
		sources, err := s.config.Store.Sources(ctx)
		if err != nil {
			return prepared{}, err
		}
		line := audit.Change{Action: audit.Source, Subject: source.Code, After: fields(source)}
		if at := slices.IndexFunc(sources, func(e SourceEntry) bool { return e.Code == source.Code }); at >= 0 {
			line.Before = fields(sources[at])
		}
		return prepared{line, func(ctx context.Context) error { return s.config.Store.PutSource(ctx, source) }}, nil
	})
}

// Videos gives the help videos, hidden ones too, in display order.
func (s *Service) Videos(ctx context.Context) ([]Video, error) {
	snapshot, err := s.stored(ctx)
	return snapshot.stored.Videos, err
}

// PutVideo writes a help video, new or changed, and asks nobody: for who may work on the server. Errors: KEY_INVALID.
func (s *Service) PutVideo(ctx context.Context, video Video) error {
	return s.write(ctx, s.videoChange(video))
}

func (s *Service) videoChange(video Video) prepare {
	return func(ctx context.Context, _ Settings) (prepared, error) {
		if !videoForm.MatchString(video.Code) || video.Position < 0 || video.Position > maxPosition || !isPlace(video.Path) || video.Poster != "" && !isOwnPath(video.Poster) {
			return prepared{}, fault.KeyInvalid.Withf("site: a video %.40q that cannot be", video.Code)
		}
		before, err := s.stored(ctx)
		if err != nil {
			return prepared{}, err
		}
		line := audit.Change{Action: audit.Video, Subject: video.Code, After: video.fields()}
		if at := slices.IndexFunc(before.stored.Videos, func(v Video) bool { return v.Code == video.Code }); at >= 0 {
			line.Before = before.stored.Videos[at].fields()
		}
		return prepared{line, func(ctx context.Context) error { return s.config.Store.PutVideo(ctx, video) }}, nil
	}
}

func (v Video) fields() map[string]any {
	return map[string]any{"position": v.Position, "video": v.Path, "poster": v.Poster, "isShow": v.IsShow}
}

func isName(name string) bool {
	return strings.TrimSpace(name) == name && name != "" && utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxName
}

// isPlace tells whether a text is a plain path on this server or an https URL.
func isPlace(place string) bool { return isOwnPath(place) || isLink(place, "https") }

// isOwnPath tells whether a text is a plain path on this server, of a file for each language where it says {locale}.
// Pages show images of our own origin only.
func isOwnPath(place string) bool {
	return len(place) <= maxLink && weburl.IsPath(strings.ReplaceAll(place, "{locale}", "th"))
}
