package chat

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestTheLogTellsOnceWhichAnswersMayNotBeSaid(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	read := &answers{links: NewLinks("https://site.example", nil), log: slog.New(slog.NewJSONHandler(&log, nil))}
	says := func(code, text string) Entry {
		return Entry{Code: code, Answers: map[string][]Content{"en": {{Type: Text, Text: text}}}}
	}
	good, bad, worse := says("GOOD", "Hello"), says("BAD", "See evil.com"), says("WORSE", "See evil.com")
	for i, step := range []struct {
		entries []Entry
		lines   int
	}{
		{[]Entry{good, bad, worse}, 1},
		{[]Entry{good, bad, worse}, 1},
		{[]Entry{worse, bad}, 1},
		{[]Entry{good, bad}, 2},
		{[]Entry{good}, 2},
		{[]Entry{good, bad}, 3},
	} {
		for _, said := range read.allowed(step.entries) {
			if said.Code != "GOOD" {
				t.Errorf("step %d: %s is said", i, said.Code)
			}
		}
		if lines := strings.Count(log.String(), "\n"); lines != step.lines {
			t.Errorf("step %d: %d lines, not %d: %s", i, lines, step.lines, log.String())
		}
	}
	if !strings.Contains(log.String(), "BAD") || !strings.Contains(log.String(), "WORSE") {
		t.Errorf("the log names no codes: %s", log.String())
	}
}
