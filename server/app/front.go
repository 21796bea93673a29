package app

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"krapao/server/httpapi/page"
	"krapao/server/postgres"
	"krapao/server/remote"
)

// FrontConfig says where the front ends are.
type FrontConfig struct {
	ShellDir        string `env:"KRAPAO_SHELL_DIR" default:"shell/dist" type:"path" help:"Folder of the built shell. Without one the server answers calls only."`
	RemoteOverrides bool   `env:"KRAPAO_REMOTE_OVERRIDES" help:"Let a browser try another published version of a micro-frontend (cookie krapao-remotes)."`
}

// OpenRemotes gives the registry of micro-frontends over the store in the data folder, with the rest of its
// configuration. The caller closes it.
func OpenRemotes(dataDir string, db *postgres.DB, config remote.Config) (registry *remote.Service, closeStore func() error, err error) {
	store, err := remote.OpenFolder(filepath.Join(dataDir, "remotes"))
	if err != nil {
		return nil, nil, err
	}
	config.Store, config.Repository, config.Trail = store, postgres.NewRemoteRepository(db), postgres.Audit{DB: db, Now: config.Now}
	return remote.New(config), store.Close, nil
}

// newFront puts the shell and its micro-frontends behind every path that is no call; nil where no shell is built.
func newFront(a *App) (http.Handler, error) {
	if a.Config.Front.ShellDir == "" {
		return nil, nil //nolint:nilnil // only calls are answered
	}
	shell := os.DirFS(a.Config.Front.ShellDir)
	description, err := remote.ReadShell(shell)
	if errors.Is(err, fs.ErrNotExist) {
		a.Log.Warn("no shell is built: only calls are answered", "folder", a.Config.Front.ShellDir)
		return nil, nil //nolint:nilnil // only calls are answered
	}
	if err != nil {
		return nil, err
	}
	registry, closeStore, err := OpenRemotes(a.Config.DataDir, a.DB, remote.Config{Now: a.Now, Shell: description, Misfit: a.metrics.CountMisfit})
	if err != nil {
		return nil, err
	}
	a.onClose(func() { _ = closeStore() })
	return page.New(page.Config{
		Shell: shell, Remotes: registry, Site: pageSite{a.Services}, Log: a.Log, Overrides: a.Config.Front.RemoteOverrides,
	})
}
