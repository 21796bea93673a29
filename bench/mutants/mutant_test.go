package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A mutant whose header cannot be read, or whose test has another name today, would be found only by the long run.
func TestEveryMutantNamesTestsThatExist(t *testing.T) {
	mutants, err := readMutants(".", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutants {
		for folder, names := range m.Tests {
			found := testsOf(t, filepath.Join("..", "..", folder))
			for _, name := range names {
				if !strings.Contains(found, "func "+name+"(t *testing.T)") {
					t.Errorf("%s names %s, which %s has not", m.Name, name, folder)
				}
			}
		}
	}
}

// testsOf gives the text of all tests of a folder.
func testsOf(t *testing.T, folder string) string {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
