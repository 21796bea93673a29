package portaltest

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// exemption is a code that cannot be exercised, and why. Operation "" is every operation.
type exemption struct{ operation, code, reason string }

// CodeGaps gives every code that a call declares and no test saw it answer, and every exemption that was
// exercised after all. seen has lines `operationId CODE`.
func CodeGaps(seen io.Reader) (gaps []string, err error) {
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
		for _, code := range append([]string{"2xx"}, call.Codes...) {
			done, exempt := exercised[call.Operation+" "+code], exempted(call, code)
			switch {
			case !done && exempt == "":
				gaps = append(gaps, fmt.Sprintf("%s declares %s, and no test sees it", call.Operation, code))
			case done && exempt != "":
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
