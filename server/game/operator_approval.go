package game

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/money"
)

// ProviderApproval is the request to lead members, and the passwords that a form posts, elsewhere.
const ProviderApproval approval.Kind = "PROVIDER"

// links are the fields of a provider that say where members are led, and what is posted there.
var links = []string{"web", "android", "ios", "launchKind", "launchUrl", "usernameField", "passwordField"}

// providerAsked is the body of a PROVIDER request. Before is what differs, as it was when it was asked for; nil: it is
// new.
type providerAsked struct {
	After  providerBody   `json:"after"`
	Before map[string]any `json:"before,omitempty"`
}

// providerBody is Provider as it is written down.
type providerBody struct {
	Code       string           `json:"code"`
	Name       string           `json:"name"`
	Category   Category         `json:"category"`
	Currencies []money.Currency `json:"currencies"`
	Logo       string           `json:"logo"`
	Background string           `json:"background"`
	FTWallet   float64          `json:"ftWallet"`
	Web        string           `json:"web"`
	Android    string           `json:"android"`
	IOS        string           `json:"ios"`
	Launch     Launch           `json:"launch"`
	Position   int              `json:"position"`
	Open       bool             `json:"isOpen"`
}

// ChangeProvider writes a provider, new or changed; where members would be led elsewhere it asks a second person
// instead: then the request comes along. Errors: KEY_INVALID.
func (s *Service) ChangeProvider(ctx context.Context, provider Provider) (approval.Request, error) {
	var draft *approval.Draft
	defer s.forget()
	err := s.put(ctx, provider, func(line audit.Change) (bool, error) {
		draft = nil
		if changesLinks(line) {
			draft = &approval.Draft{Kind: ProviderApproval, Subject: provider.Code, Body: providerAsked{providerBody(provider), line.Before}}
		}
		return draft != nil, nil
	})
	if err != nil || draft == nil {
		return approval.Request{}, err
	}
	return s.Approvals.Ask(ctx, *draft) // once the change's locks are free: an approval takes them in the other order
}

// changesLinks tells whether a change gives a link that was not there. A new provider that is entered by its
// adapter's link has none.
func changesLinks(line audit.Change) bool {
	for _, name := range links {
		value, changed := line.After[name]
		if changed && value != "" && (name != "launchKind" || line.Before != nil) {
			return true
		}
	}
	return false
}

// ApproveProvider is what a second person's approval does, in that transaction. Errors: APPROVAL_STALE.
func (s *Service) ApproveProvider(ctx context.Context, request approval.Request) error {
	var asked providerAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	defer s.forget()
	done := false
	err := s.put(ctx, Provider(asked.After), func(line audit.Change) (bool, error) {
		written, err := json.Marshal(line.Before)
		if err != nil {
			return false, err
		}
		var before map[string]any
		if err := json.Unmarshal(written, &before); err != nil {
			return false, err
		}
		if !reflect.DeepEqual(before, asked.Before) {
			return false, approval.ErrStale
		}
		line.After["approval"] = request.ID.String()
		done = true
		return false, nil
	})
	switch {
	case errors.Is(err, fault.KeyInvalid), err == nil && !done: // it is no more in order, or somebody else made the same change
		return approval.ErrStale.With(err)
	}
	return err
}
