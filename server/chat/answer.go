package chat

import (
	"context"
	"slices"
	"unicode/utf8"

	"krapao/server/audit"
	"krapao/server/fault"
)

// CannedReply is what operators answer often, by locale.
type CannedReply struct {
	Code  string
	Texts map[string]string
}

// Entries gives what the bot answers: the product's own entries, and what operators changed.
func (s *Service) Entries(ctx context.Context) ([]Entry, error) {
	changed, err := s.Store.FAQ(ctx)
	return merged(changed), err
}

// PutEntry writes what the bot answers for a code. Errors: KEY_INVALID.
func (s *Service) PutEntry(ctx context.Context, entry Entry) error {
	if err := entry.check(s.Links); err != nil {
		return err
	}
	texts, buttons := entry.leading()
	if err := mayLead(ctx, texts, buttons); err != nil {
		return err
	}
	return s.edit(ctx, audit.ChatFAQ, entry.Code, func(ctx context.Context) (before, after map[string]any, err error) {
		entries, err := s.Entries(ctx)
		if err != nil {
			return nil, nil, err
		}
		if len(entries) >= maxEntries {
			return nil, nil, fault.KeyInvalid.Withf("chat: more than %d answers", maxEntries)
		}
		if i := slices.IndexFunc(entries, func(e Entry) bool { return e.Code == entry.Code }); i >= 0 {
			before = map[string]any{"entry": entries[i]}
		}
		return before, map[string]any{"entry": entry}, s.Store.PutFAQ(ctx, entry, s.Now())
	})
}

// DeleteEntry removes what operators wrote for a code; the product's own entry is back then. Errors: NO_DATA.
func (s *Service) DeleteEntry(ctx context.Context, code string) error {
	return s.edit(ctx, audit.ChatFAQ, code, func(ctx context.Context) (before, after map[string]any, err error) {
		changed, err := s.Store.FAQ(ctx)
		if err != nil {
			return nil, nil, err
		}
		i := slices.IndexFunc(changed, func(e Entry) bool { return e.Code == code })
		if i < 0 {
			return nil, nil, fault.NoData
		}
		return map[string]any{"entry": changed[i]}, nil, s.Store.DeleteFAQ(ctx, code)
	})
}

// CannedReplies gives what operators answer often, by code.
func (s *Service) CannedReplies(ctx context.Context) ([]CannedReply, error) {
	return s.Store.CannedReplies(ctx)
}

// PutCannedReply writes one. Errors: KEY_INVALID.
func (s *Service) PutCannedReply(ctx context.Context, reply CannedReply) error {
	if !codeForm(reply.Code) || len(reply.Texts) == 0 {
		return fault.KeyInvalid.Withf("chat: canned reply %.40q", reply.Code)
	}
	for locale, text := range reply.Texts {
		if err := (Content{Type: Text, Text: text}).check(s.Links); err != nil || !utf8.ValidString(text) || locale != "th" && locale != "la" && locale != "en" {
			return fault.KeyInvalid.Withf("chat: canned reply %s in %.10q", reply.Code, locale)
		}
		if err := mayLead(ctx, []string{text}, nil); err != nil {
			return err
		}
	}
	return s.edit(ctx, audit.ChatReply, reply.Code, func(ctx context.Context) (before, after map[string]any, err error) {
		replies, err := s.Store.CannedReplies(ctx)
		if err != nil {
			return nil, nil, err
		}
		if i := slices.IndexFunc(replies, func(r CannedReply) bool { return r.Code == reply.Code }); i >= 0 {
			before = map[string]any{"texts": replies[i].Texts}
		} else if len(replies) >= maxEntries {
			return nil, nil, fault.KeyInvalid.Withf("chat: more than %d canned replies", maxEntries)
		}
		return before, map[string]any{"texts": reply.Texts}, s.Store.PutCannedReply(ctx, reply, s.Now())
	})
}

// DeleteCannedReply removes one. Errors: NO_DATA.
func (s *Service) DeleteCannedReply(ctx context.Context, code string) error {
	return s.edit(ctx, audit.ChatReply, code, func(ctx context.Context) (before, after map[string]any, err error) {
		replies, err := s.Store.CannedReplies(ctx)
		if err != nil {
			return nil, nil, err
		}
		i := slices.IndexFunc(replies, func(r CannedReply) bool { return r.Code == code })
		if i < 0 {
			return nil, nil, fault.NoData
		}
		return map[string]any{"texts": replies[i].Texts}, nil, s.Store.DeleteCannedReply(ctx, code)
	})
}

// PutSettings writes the office hours. Errors: KEY_INVALID.
func (s *Service) PutSettings(ctx context.Context, settings Settings) error {
	if err := settings.check(); err != nil {
		return err
	}
	return s.edit(ctx, audit.ChatSettings, "", func(ctx context.Context) (before, after map[string]any, err error) {
		was, err := s.Store.Settings(ctx)
		if err != nil {
			return nil, nil, err
		}
		fields := func(of Settings) map[string]any {
			return map[string]any{"openFrom": of.OpenFrom, "openTo": of.OpenTo}
		}
		return fields(was), fields(settings), s.Store.PutSettings(ctx, settings, s.Now())
	})
}

// edit changes what the bot or operators say, with its line in the audit log.
func (s *Service) edit(ctx context.Context, action audit.Action, subject string, do func(ctx context.Context) (before, after map[string]any, err error)) error {
	defer s.answers.forget()
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		before, after, err := do(ctx)
		if err != nil {
			return err
		}
		return audit.RecordAll(ctx, s.Trail, audit.Change{Action: action, Subject: subject, Before: before, After: after})
	})
}
