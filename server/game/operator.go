package game

import (
	"context"
	"slices"

	"krapao/server/audit"
	"krapao/server/fault"
)

// AllProviders gives every provider as stored, in display order.
func (s *Service) AllProviders(ctx context.Context) ([]Provider, error) {
	return s.Store.Providers(ctx)
}

// PutProviders writes providers, new or changed, and asks nobody: for who may work on the server, and the demo's seed.
// Operators have ChangeProvider. Nothing is written when one is wrong. A change is in force at once on this server,
// within two seconds on others. Errors: KEY_INVALID.
func (s *Service) PutProviders(ctx context.Context, providers ...Provider) error {
	defer s.forget()
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		for _, provider := range providers {
			if err := s.put(ctx, provider, func(audit.Change) (bool, error) { return false, nil }); err != nil {
				return err
			}
		}
		return nil
	})
}

// put writes a provider with its line in the audit log, unless something keeps it from being written: that reads the
// line, narrowed. What changes nothing leaves no line. Errors: KEY_INVALID.
func (s *Service) put(ctx context.Context, provider Provider, kept func(line audit.Change) (bool, error)) error {
	if err := provider.Validate(); err != nil {
		return fault.KeyInvalid.With(err)
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockSettings(ctx); err != nil {
			return err
		}
		stored, err := s.Store.Providers(ctx)
		if err != nil {
			return err
		}
		line := audit.Change{Action: audit.GameProvider, Subject: provider.Code, After: provider.fields()}
		if at := slices.IndexFunc(stored, func(p Provider) bool { return p.Code == provider.Code }); at >= 0 {
			line.Before = stored[at].fields()
		}
		narrowed, same := line.Narrowed()
		if same {
			return nil
		}
		if isKept, err := kept(narrowed); err != nil || isKept {
			return err
		}
		if err := s.Store.PutProvider(ctx, provider); err != nil {
			return err
		}
		return s.Trail.Record(ctx, narrowed)
	})
}

func (p Provider) fields() map[string]any {
	currencies := make([]string, 0, len(p.Currencies))
	for _, currency := range p.Currencies {
		currencies = append(currencies, string(currency))
	}
	return map[string]any{
		"name": p.Name, "category": string(p.Category), "currencies": currencies, "logo": p.Logo, "background": p.Background, "ftWallet": p.FTWallet,
		"web": p.Web, "android": p.Android, "ios": p.IOS, "launchKind": string(p.Launch.Kind), "launchUrl": p.Launch.URL,
		"usernameField": p.Launch.UsernameField, "passwordField": p.Launch.PasswordField, "position": p.Position, "isOpen": p.Open,
	}
}
