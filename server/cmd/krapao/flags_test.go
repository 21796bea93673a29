package main

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/alecthomas/kong"
)

func TestFlagsAreWordsThatAPersonTypes(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	found, cut := map[string]bool{}, regexp.MustCompile(`(^|-)[a-z]{1,2}-[a-z]{1,2}($|-)|-[a-z]$`)
	var walk func(node *kong.Node)
	walk = func(node *kong.Node) {
		for _, flag := range node.Flags {
			found[flag.Name] = true
			// A switch that was left out must not mean "no".
			if flag.Tag.Negatable != "" && flag.Target.Kind() == reflect.Bool && !flag.Required {
				t.Errorf("%s: without --%s it means --no-%s", node.FullPath(), flag.Name, flag.Name)
			}
			if cut.MatchString(flag.Name) {
				t.Errorf("--%s (%v)", flag.Name, flag.Envs)
			}
		}
		for _, child := range node.Children {
			walk(child)
		}
	}
	walk(parser.Model.Node)
	for _, name := range []string{"provider-urls", "gateway-urls"} {
		if !found[name] {
			t.Errorf("no --%s", name)
		}
	}
}
