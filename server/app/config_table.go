package app

import (
	"fmt"
	"reflect"
	"strings"
)

// ConfigTable gives the README's table of variables, made from the tags of Config, so that it cannot differ from the
// code.
func ConfigTable() string {
	var b strings.Builder
	b.WriteString("| variable | default | what it is |\n|---|---|---|\n")
	writeRows(&b, reflect.TypeFor[Config]())
	b.WriteString("| `KRAPAO_POSTGRES_BIN` | - | Folder with the initdb and postgres that --embedded runs. By default the npm package's, from node_modules of the data folder, the working folder or a parent; else the newest of /usr/lib/postgresql. |\n")
	return b.String()
}

// Variables are the names that servers and commands read, for whoever looks for misspelt ones.
func Variables() map[string]bool {
	known := map[string]bool{"KRAPAO_OPERATOR": true, "KRAPAO_OPERATOR_URL": true, "KRAPAO_OPERATOR_TOKEN": true} // of commands alone
	for row := range strings.Lines(ConfigTable()) {
		if parts := strings.Split(row, "`"); len(parts) > 1 {
			known[parts[1]] = true
		}
	}
	return known
}

func writeRows(b *strings.Builder, of reflect.Type) {
	for field := range of.Fields() {
		if _, nested := field.Tag.Lookup("embed"); nested {
			writeRows(b, field.Type)
			continue
		}
		value := field.Tag.Get("default")
		if value == "" {
			value = "-"
		} else {
			value = "`" + value + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", field.Tag.Get("env"), value, field.Tag.Get("help"))
	}
}
