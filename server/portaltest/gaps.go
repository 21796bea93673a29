package portaltest

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Implemented gives the operations, by operationId, that a handler of the folder (server/httpapi) answers.
func Implemented(folder string) (map[string]bool, error) {
	names := map[string]bool{}
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("portaltest: no handlers in %s: %w", folder, err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, declaration := range file.Decls {
			if method, ok := declaration.(*ast.FuncDecl); ok && method.Recv != nil {
				names[method.Name.Name] = true
			}
		}
	}
	return names, nil
}

// exemption is a code that cannot be exercised, and why. Operation "" is every operation.
type exemption struct{ operation, code, reason string }

// CodeGaps gives every code that an implemented call declares and no test saw it answer, and every exemption that was
// exercised after all. seen has lines `operationId CODE`.
func CodeGaps(seen io.Reader, implemented map[string]bool) (gaps []string, err error) {
	exercised := map[string]bool{}
	lines := bufio.NewScanner(seen)
	for lines.Scan() {
		exercised[strings.TrimSpace(lines.Text())] = true
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	all, err := Calls()
	if err != nil {
		return nil, err
	}
	operators, err := OperatorCalls()
	if err != nil {
		return nil, err
	}
	for _, call := range append(slices.Clone(all), operators...) {
		if !implemented[call.Operation] {
			continue
		}
		for _, code := range append([]string{"2xx"}, call.Codes...) {
			done, exempt := exercised[call.Operation+" "+code], exempted(call, code)
			switch {
			case !done && exempt == "":
				gaps = append(gaps, fmt.Sprintf("%s declares %s, and no test sees it", call.Operation, code))
			case done && exempt != "" && code != "NOT_IMPLEMENTED":
				gaps = append(gaps, fmt.Sprintf("%s: %s is exempt (%s), and a test sees it: drop the exemption", call.Operation, code, exempt))
			}
		}
	}
	slices.Sort(gaps)
	return gaps, nil
}

// exempted gives why a code need not be exercised, "" when it must.
func exempted(call Call, code string) string {
	// FindMembers needs one of several parameters, none of which is required by itself.
	if code == "KEY_MISSING" && call.Body == "" && !call.Old && !call.Upload && call.Operation != "FindMembers" {
		return "nothing but the path is required"
	}
	for _, e := range exemptions {
		if e.code == code && (e.operation == "" || e.operation == call.Operation) {
			return e.reason
		}
	}
	return ""
}
