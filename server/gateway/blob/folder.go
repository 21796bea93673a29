package blob

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"

	"krapao/server/fault"
)

// Folder is a store in a folder, which the first file makes. Only its owner may read it.
type Folder string

const (
	folderMode = 0o700
	fileMode   = 0o600
	// part ends the name of a file that is not whole yet; Delete removes what a server left that died meanwhile.
	part = ".part"
)

// Put is described at Store. The file has another name until it is whole.
func (f Folder) Put(ctx context.Context, name, _ string, write func(io.Writer) error) error {
	if err := os.MkdirAll(string(f), folderMode); err != nil {
		return err
	}
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	if err := root.MkdirAll(path.Dir(name), folderMode); err != nil {
		return err
	}
	file, err := root.OpenFile(name+part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	err = errors.Join(write(file), file.Sync(), file.Close(), ctx.Err()) // whole on the disk before it has its name
	if err == nil {
		err = root.Rename(name+part, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(name+part))
	}
	return nil
}

// Get is described at Store.
func (f Folder) Get(_ context.Context, name string) (io.ReadCloser, error) {
	file, err := os.OpenInRoot(string(f), name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.NoData.With(err)
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Delete is described at Store.
func (f Folder) Delete(_ context.Context, name string) error {
	root, err := os.OpenRoot(string(f))
	if err == nil {
		defer func() { _ = root.Close() }()
		err = errors.Join(remove(root, name), remove(root, name+part))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// remove removes a file, if it is there.
func remove(root *os.Root, name string) error {
	if err := root.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
