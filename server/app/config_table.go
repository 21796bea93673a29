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
	return b.String()
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
