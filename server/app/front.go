package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"krapao/server/httpapi"
	"krapao/server/postgres"
	"krapao/server/remote"
)

// FrontConfig says where the front ends are.
type FrontConfig struct {
	ShellDir        string `env:"KRAPAO_SHELL_DIR" default:"shell/dist" type:"path" help:"Folder of the built shell. Without one the server answers calls only."`
	RemoteOverrides bool   `env:"KRAPAO_REMOTE_OVERRIDES" help:"Let a browser try another published version of a micro-frontend (cookie krapao-remotes)."`
}

// OpenRemotes gives the registry of micro-frontends over the store in the data folder. shell is the one that is deployed, zero when
// none is at hand. The caller closes it.
func OpenRemotes(dataDir string, db *postgres.DB, now func() time.Time, shell remote.Description) (registry *remote.Service, closeStore func() error, err error) {
	store, err := remote.OpenFolder(filepath.Join(dataDir, "remotes"))
	if err != nil {
		return nil, nil, err
	}
	return remote.New(remote.Config{Store: store, Repository: postgres.NewRemoteRepository(db), Now: now, Shell: shell}), store.Close, nil
}

// wireFront puts the shell and its micro-frontends behind every path that is no call. It comes last: the page needs the site's texts.
func wireFront(_ context.Context, a *App) error {
	if a.Config.Front.ShellDir == "" {
		return nil
	}
	shell := os.DirFS(a.Config.Front.ShellDir)
	description, err := remote.ReadShell(shell)
	if errors.Is(err, fs.ErrNotExist) {
		a.Log.Warn("no shell is built: only calls are answered", "folder", a.Config.Front.ShellDir)
		return nil
	}
	if err != nil {
		return err
	}
	registry, closeStore, err := OpenRemotes(a.Config.DataDir, a.DB, a.Now, description)
	if err != nil {
		return err
	}
	a.onClose(func() { _ = closeStore() })
	page, err := httpapi.NewPage(httpapi.PageConfig{
		Shell: shell, Remotes: registry, Site: a.page, Log: a.Log, Overrides: a.Config.Front.RemoteOverrides,
	})
	if err != nil {
		return err
	}
	a.front = page
	return nil
}
