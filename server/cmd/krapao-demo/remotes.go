package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"krapao/server/app"
	"krapao/server/postgres"
	"krapao/server/remote"
)

// The demo's two people: whoever publishes a micro-frontend may not be the first to activate it.
const (
	demoPublisher = "demo-builder"
	demoApprover  = "demo-approver"
)

// publishRemotes gives members the micro-frontends that were built since the last start. A version that is known stays
// as the operator left it.
func publishRemotes(ctx context.Context, config app.Config) error {
	built, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(config.Front.ShellDir)), "mf-*", "dist", remote.DescriptionFile))
	if err != nil {
		return err
	}
	if len(built) == 0 {
		say("No micro-frontend is built: the portal answers calls only. `make build-front` builds them.")
		return nil
	}
	db, err := postgres.Open(ctx, postgres.Config{URL: config.DatabaseURL.Reveal(), MaxConnections: 2})
	if err != nil {
		return err
	}
	defer db.Close()
	shell, err := remote.ReadShell(os.DirFS(config.Front.ShellDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	registry, closeStore, err := app.OpenRemotes(config.DataDir, db, remote.Config{Now: time.Now, Shell: shell})
	if err != nil {
		return err
	}
	defer func() { _ = closeStore() }()
	known, err := registry.List(ctx)
	if err != nil {
		return err
	}
	for _, description := range built {
		if err := publishOne(ctx, registry, known, description); err != nil {
			return err
		}
	}
	return nil
}

func publishOne(ctx context.Context, registry *remote.Service, known []remote.Listing, file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	built, err := remote.ParseDescription(raw)
	if err != nil {
		return err
	}
	if isKnown(known, built) {
		return nil
	}
	version, err := registry.Publish(ctx, remote.PublishInput{Dir: filepath.Dir(file), By: demoPublisher})
	if err != nil {
		return err
	}
	chosen := remote.ActivateInput{Name: version.Description.Name, Version: version.Description.Version, By: demoApprover}
	switch err := registry.Activate(ctx, chosen); {
	case errors.Is(err, remote.ErrPinned), errors.Is(err, remote.ErrRoute):
		say("%s %s is published, and members keep the version they have: %v", chosen.Name, chosen.Version, err)
	case err != nil:
		return err
	default:
		say("%s %s is live.", chosen.Name, chosen.Version)
	}
	return nil
}

func isKnown(known []remote.Listing, built remote.Description) bool {
	return slices.ContainsFunc(known, func(listing remote.Listing) bool {
		return listing.Name == built.Name && listing.Active != "" && slices.ContainsFunc(listing.Versions, func(version remote.ListedVersion) bool {
			return version.Version == built.Version
		})
	})
}
