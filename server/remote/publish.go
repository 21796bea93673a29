package remote

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"krapao/server/audit"
)

// PublishInput is a build to publish.
type PublishInput struct {
	// Dir is the folder of the build, with its krapao-remote.json.
	Dir string
	// By is who publishes.
	By string
}

// Validate refuses what cannot be published. Errors: ErrPerson.
func (in PublishInput) Validate() error {
	if in.By == "" {
		return ErrPerson
	}
	return nil
}

// Publish copies a build into the store under its version and records who did it. Members get it once it is activated.
// Publishing the same bytes again changes nothing.
// Errors: ErrDescription, ErrForeign, ErrChanged, ErrPerson.
func (s *Service) Publish(ctx context.Context, in PublishInput) (Version, error) {
	if err := in.Validate(); err != nil {
		return Version{}, err
	}
	root, err := os.OpenRoot(in.Dir)
	if err != nil {
		return Version{}, fmt.Errorf("%w: %w", ErrDescription, err)
	}
	defer func() { _ = root.Close() }()
	build := root.FS()
	raw, err := fs.ReadFile(build, DescriptionFile)
	if err != nil {
		return Version{}, fmt.Errorf("%w: %w", ErrDescription, err)
	}
	description, err := ParseDescription(raw)
	if err != nil {
		return Version{}, err
	}
	files, err := verifyBuild(build, description)
	if err != nil {
		return Version{}, err
	}
	if known, err := s.repository.Version(ctx, description.Name, description.Version); err == nil && string(known.Raw) != string(raw) {
		return Version{}, fmt.Errorf("%w: %s %s was published with other bytes", ErrChanged, description.Name, description.Version)
	}
	if err := s.store.Put(ctx, description.Name, description.Version, build, files); err != nil {
		return Version{}, err
	}
	// What is in the store is verified again: the build may have changed under our hands, or the version was there
	// before.
	for _, file := range files {
		content, err := s.store.Read(ctx, description.Name, description.Version, file)
		if err != nil {
			return Version{}, err
		}
		if err := verify(content, description, file); err != nil {
			return Version{}, err
		}
	}
	version := Version{Description: description, Raw: raw, PublishedAt: s.now(), PublishedBy: in.By}
	return version, s.repository.InTx(ctx, func(ctx context.Context) error {
		added, err := s.repository.AddVersion(ctx, version)
		if err != nil || !added {
			return err
		}
		return s.trail.Record(ctx, audit.Change{Action: audit.Remote, Subject: description.Name, After: map[string]any{"published": description.Version}})
	})
}

// verifyBuild makes sure that a build holds its described files, byte for byte, and nothing else.
func verifyBuild(build fs.FS, description Description) ([]string, error) {
	var files []string
	err := fs.WalkDir(build, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%w: %w", ErrForeign, err)
		}
		if entry.IsDir() || name == DescriptionFile {
			if entry.Type()&^fs.ModeDir != 0 {
				return fmt.Errorf("%w: %s is no plain file", ErrForeign, name)
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%w: %s is no plain file", ErrForeign, name)
		}
		if !description.Has(name) {
			return fmt.Errorf("%w: %s is not described", ErrForeign, name)
		}
		if info, err := entry.Info(); err != nil || info.Size() != description.Files[name].Size {
			return fmt.Errorf("%w: the size of %s", ErrChanged, name)
		}
		content, err := fs.ReadFile(build, name)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrForeign, err)
		}
		files = append(files, name)
		return verify(content, description, name)
	})
	if err != nil {
		return nil, err
	}
	if len(files) != len(description.Files) {
		return nil, fmt.Errorf("%w: %d files are described and %d are there", ErrChanged, len(description.Files), len(files))
	}
	slices.Sort(files)
	return files, nil
}

// verify compares a file's bytes with its description. Errors: ErrChanged.
func verify(content []byte, description Description, file string) error {
	if !description.Files[file].is(content) {
		return fmt.Errorf("%w: %s of %s %s", ErrChanged, file, description.Name, description.Version)
	}
	return nil
}
