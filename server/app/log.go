package app

import (
	"io"
	"log/slog"
)

// NewLog writes JSON lines of the level and above.
func NewLog(out io.Writer, level string) *slog.Logger {
	var threshold slog.Level
	if err := threshold.UnmarshalText([]byte(level)); err != nil {
		threshold = slog.LevelInfo
	}
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: threshold}))
}
