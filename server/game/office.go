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

// PutProviders writes providers, new or changed: what the operator and the demo's seed use. Nothing is written when one is wrong. A change
// is in force at once on this server, within two seconds on others. Errors: KEY_INVALID.
func (s *Service) PutProviders(ctx context.Context, providers ...Provider) error {
	for _, provider := range providers {
		if err := provider.Validate(); err != nil {
			return fault.KeyInvalid.With(err)
		}
	}
	defer s.forget()
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockOffice(ctx); err != nil {
			return err
		}
		stored, err := s.Store.Providers(ctx)
		if err != nil {
			return err
		}
		for _, provider := range providers {
			line := audit.Change{Action: audit.GameProvider, Subject: provider.Code, After: provider.fields()}
			if at := slices.IndexFunc(stored, func(p Provider) bool { return p.Code == provider.Code }); at >= 0 {
				line.Before = stored[at].fields()
			}
			narrowed, same := line.Narrowed()
			if same {
				continue
			}
			if err := s.Store.PutProvider(ctx, provider); err != nil {
				return err
			}
			if err := s.Trail.Record(ctx, narrowed); err != nil {
				return err
			}
		}
		return nil
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
