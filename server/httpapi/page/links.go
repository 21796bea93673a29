package page

import (
	"fmt"
	"html"
	"strings"

	"krapao/server/remote"
)

// links are the link elements for files, each once: styles as styles (the scripts that would link them later find them
// there), scripts as preloads.
type links struct {
	shell                  remote.Description
	seen                   map[string]bool
	fonts, styles, modules strings.Builder
}

func newLinks(shell remote.Description, linked map[string]bool) *links {
	seen := make(map[string]bool, len(linked))
	for file := range linked {
		seen["/"+file] = true
	}
	return &links{shell: shell, seen: seen}
}

// add links what a place of a build needs, and what it needs of the shell.
func (l *links) add(build remote.Description, needs remote.Needs) {
	folder := "/"
	if build.URL != "" {
		folder = build.Folder()
	}
	for _, file := range needs.CSS {
		if url := folder + file; l.unseen(url) {
			fmt.Fprintf(&l.styles, `<link rel="stylesheet" crossorigin href="%s">`, html.EscapeString(url))
		}
	}
	for _, file := range needs.JS {
		if url := folder + file; l.unseen(url) {
			// The hash is given here too: a preload without the hash that the import map has would be fetched a second
			// time.
			integrity := ""
			if build.URL != "" {
				integrity = fmt.Sprintf(` integrity="%s"`, html.EscapeString(build.Files[file].Integrity()))
			}
			fmt.Fprintf(&l.modules, `<link rel="modulepreload" crossorigin href="%s"%s>`, html.EscapeString(url), integrity)
		}
	}
	for _, share := range needs.Shares {
		if provided, ok := l.shell.Shares[share]; ok {
			l.add(l.shell, remote.Needs{JS: provided.JS, CSS: provided.CSS})
		}
	}
}

// addFonts has the fonts fetched before a style sheet names them, so that no text is drawn twice.
func (l *links) addFonts(files []string) {
	for _, file := range files {
		fmt.Fprintf(&l.fonts, `<link rel="preload" as="font" type="font/woff2" crossorigin href="/%s">`, html.EscapeString(file))
	}
}

func (l *links) unseen(url string) bool {
	if l.seen[url] {
		return false
	}
	l.seen[url] = true
	return true
}
