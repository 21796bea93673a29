package remote

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Listing is a remote with its versions, for `krapao remotes list`.
type Listing struct {
	Name string
	// Active is the version members get, empty when none; Pinned tells that it is to stay.
	Active string
	Pinned bool
	// Versions has what was published, newest first.
	Versions []ListedVersion
	// History has what was decided, newest first.
	History []Activation
}

// ListedVersion is a published version in a Listing.
type ListedVersion struct {
	Version     string
	Kit         string
	Contract    string // empty when it makes no calls
	PublishedAt time.Time
	PublishedBy string
}

// List gives every remote that was ever published, by name.
func (s *Service) List(ctx context.Context) ([]Listing, error) {
	versions, err := s.repository.Versions(ctx)
	if err != nil {
		return nil, err
	}
	history, err := s.repository.History(ctx)
	if err != nil {
		return nil, err
	}
	byName := map[string]*Listing{}
	for _, version := range versions {
		listing := byName[version.Description.Name]
		if listing == nil {
			listing = &Listing{Name: version.Description.Name}
			byName[listing.Name] = listing
		}
		listed := ListedVersion{Version: version.Description.Version, Kit: version.Description.Kit, PublishedAt: version.PublishedAt, PublishedBy: version.PublishedBy}
		if version.Description.Contract != nil {
			listed.Contract = *version.Description.Contract
		}
		listing.Versions = append(listing.Versions, listed)
	}
	for _, activation := range history {
		if listing := byName[activation.Name]; listing != nil {
			listing.History = append(listing.History, activation)
		}
	}
	listings := make([]Listing, 0, len(byName))
	for _, listing := range byName {
		if len(listing.History) > 0 {
			listing.Active, listing.Pinned = listing.History[0].Version, pinned(listing.History)
		}
		listings = append(listings, *listing)
	}
	slices.SortFunc(listings, func(a, b Listing) int { return cmp.Compare(a.Name, b.Name) })
	return listings, nil
}

// Live gives the descriptions that a page uses, by name: the active ones, with the overrides (name to version) in their
// stead where such a version was published. What is active is at most Keep old. While the repository is down it gives
// what was last active.
func (s *Service) Live(ctx context.Context, overrides map[string]string) ([]Description, error) {
	active, err := s.active(ctx)
	if err != nil {
		return nil, err
	}
	live := make(map[string]Description, len(active))
	for _, version := range active {
		s.add(live, version.Description)
	}
	for name, wanted := range overrides {
		if description, err := s.describe(ctx, name, wanted); err == nil {
			s.add(live, description)
		}
	}
	descriptions := make([]Description, 0, len(live))
	for _, description := range live {
		descriptions = append(descriptions, description)
	}
	slices.SortFunc(descriptions, func(a, b Description) int { return cmp.Compare(a.Name, b.Name) })
	return descriptions, nil
}

// add makes a version the one to use where the shell has what it was built for.
func (s *Service) add(live map[string]Description, version Description) {
	if s.fitsShell(version) != nil {
		s.misfit(version.Name, version.Version)
		return
	}
	live[version.Name] = version
}
