package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestProductionHoldsNothingOfTheDemoOrTheTests(t *testing.T) {
	t.Parallel()
	listed, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, listed)
	}
	dependencies := strings.Fields(string(listed))
	if len(dependencies) < 100 {
		t.Fatalf("only %d dependencies", len(dependencies))
	}
	for _, name := range dependencies {
		for _, forbidden := range []string{"krapao/server/simulator", "krapao/server/portaltest", "krapao/server/demo", "krapao/server/cmd/krapao-demo", "postgrestest"} {
			if strings.Contains(name, forbidden) {
				t.Errorf("krapao imports %s", name)
			}
		}
	}
}
