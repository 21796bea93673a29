package chat

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"krapao/server/chat/chattest"
)

// TestAVideoThatNamesManyPicturesCostsNothing: a table of one line may say that a track has four thousand million of
// them.
func TestAVideoThatNamesManyPicturesCostsNothing(t *testing.T) {
	video := chattest.VideoTimed("isom", []byte{0, 0, 0, 0, 0, 0, 0, 1, 0, 0x40, 0, 0, 0, 0, 0, 1})
	path := filepath.Join(t.TempDir(), "video")
	if err := os.WriteFile(path, video, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := inspectVideo(file, int64(len(video))); err != nil {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 16<<20 {
		t.Errorf("%d bytes of video took %d bytes of memory", len(video), taken)
	}
}
