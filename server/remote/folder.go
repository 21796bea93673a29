package remote

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"krapao/server/id"
)

// Folder is a Store in a folder: <name>/<version>/<file>. Several servers may share it. Everything goes through
// os.Root, so no name and no link leads out of it.
type Folder struct{ root *os.Root }

// OpenFolder opens the store, making the folder when it is not there.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("remote: the store: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("remote: the store: %w", err)
	}
	return &Folder{root: root}, nil
}

// Close gives the folder back.
func (f *Folder) Close() error { return f.root.Close() }

// Put copies to a folder beside and renames it, so that a version is there whole or not at all.
func (f *Folder) Put(_ context.Context, name, version string, build fs.FS, files []string) (err error) {
	target := path.Join(name, version)
	if _, err := f.root.Stat(target); err == nil {
		return nil
	}
	if err := f.root.MkdirAll(name, 0o750); err != nil {
		return fmt.Errorf("remote: the store: %w", err)
	}
	incoming := path.Join(name, ".incoming-"+id.NewID().String())
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("remote: the store: %w", err), f.root.RemoveAll(incoming))
		}
	}()
	for _, file := range files {
		content, err := fs.ReadFile(build, file)
		if err != nil {
			return err
		}
		if err := f.root.MkdirAll(path.Join(incoming, path.Dir(file)), 0o750); err != nil {
			return err
		}
		if err := f.write(path.Join(incoming, file), content); err != nil {
			return err
		}
	}
	err = f.root.Rename(incoming, target)
	if _, taken := f.root.Stat(target); err != nil && taken == nil {
		return f.root.RemoveAll(incoming) // another process published the same version at the same moment
	}
	return err
}

// write writes a file that nobody shall write again, and waits until it is on the disk.
func (f *Folder) write(name string, content []byte) (err error) {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o440)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.Write(content); err != nil {
		return err
	}
	return file.Sync()
}

// Read gives a file of a version. Errors: fs.ErrNotExist.
func (f *Folder) Read(_ context.Context, name, version, file string) ([]byte, error) {
	return f.root.ReadFile(path.Join(name, version, file))
}
