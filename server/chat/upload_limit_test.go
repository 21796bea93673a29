package chat_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krapao/server/chat"
	"krapao/server/chat/chattest"
	"krapao/server/fault"
	pictures "krapao/server/picture"
)

// files gives the names of the files in the store of uploads.
func (e *env) files() (names []string) {
	e.t.Helper()
	found, err := os.ReadDir(filepath.Join(e.App.Config.DataDir, "uploads", "chat"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		e.t.Fatal(err)
	}
	for _, file := range found {
		names = append(names, file.Name())
	}
	return names
}

func (e *env) removeFiles() {
	e.t.Helper()
	if err := e.App.Chat.RemoveFiles(e.t.Context()); err != nil {
		e.t.Fatal(err)
	}
}

func media(path string) map[string]any {
	return map[string]any{"message_type": "media", "payload": map[string]any{"message": "a", "filePath": path}}
}

func TestAFileThatNoMessageNamesGoesAfterAnHourAndTheOthersWhenTheyAreOld(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	named, unnamed := guest.uploaded("image", picture(t)), guest.uploaded("video", chattest.Video("isom"))
	if answer := guest.send(media(named)); answer.Status != http.StatusOK {
		t.Fatalf("sending it: %d %s", answer.Status, answer.Body)
	}
	e.Clock.Advance(59 * time.Minute)
	if e.removeFiles(); len(e.files()) != 2 {
		t.Fatalf("within the hour: %v", e.files())
	}
	e.Clock.Advance(2 * time.Minute)
	if e.removeFiles(); len(e.files()) != 1 || !strings.HasSuffix(named, e.files()[0]) {
		t.Fatalf("after the hour: %v", e.files())
	}
	refused(t, "a file that is gone", e.Client(t).Do(http.MethodGet, "/"+unnamed, ""), "NO_DATA")
	refused(t, "a message of a file that is gone", guest.send(media(unnamed)), "KEY_INVALID")
	e.Clock.Advance(400 * 24 * time.Hour)
	e.removeFiles()
	if rows := e.one("select count(*)::text from chat_upload"); len(e.files()) != 0 || rows != "0" {
		t.Errorf("when they are old: %v, %s rows", e.files(), rows)
	}
}

// dying is a store of files whose server dies in the middle of a file, or right after it.
type dying struct {
	chat.Blobs
	folder string
	whole  bool
}

var errDied = errors.New("the server died")

func (d dying) Put(ctx context.Context, name, contentType string, write func(io.Writer) error) error {
	if d.whole {
		return errors.Join(d.Blobs.Put(ctx, name, contentType, write), errDied)
	}
	path := filepath.Join(d.folder, filepath.FromSlash(name)+".part")
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("half"), 0o600), errDied)
}

func TestNoFileStaysThatNobodyKnowsOfWhenAServerDies(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	blobs := e.App.Chat.Blobs
	for _, whole := range []bool{false, true} {
		e.App.Chat.Blobs = dying{blobs, filepath.Join(e.App.Config.DataDir, "uploads"), whole}
		refused(t, "an upload that broke off", guest.upload("image", picture(t)), "INTERNAL_SERVER_ERROR")
	}
	e.App.Chat.Blobs = blobs
	if len(e.files()) != 2 {
		t.Fatalf("what the dead servers left: %v", e.files())
	}
	refused(t, "half a file", e.Client(t).Do(http.MethodGet, "/media/chat/"+strings.TrimSuffix(e.files()[0], ".part"), ""), "NO_DATA")
	e.Clock.Advance(61 * time.Minute)
	e.removeFiles()
	if rows := e.one("select count(*)::text from chat_upload"); len(e.files()) != 0 || rows != "0" {
		t.Errorf("what stays: %v, %s rows", e.files(), rows)
	}
}

func TestTheBytesOfAPartyOfANetworkAndOfAllGuestsAreBoundedForADay(t *testing.T) {
	t.Parallel()
	file := chattest.Video("isom")
	size := int64(len(file))
	for what, bounds := range map[string]chat.UploadBounds{
		"a guest":       {Party: 2 * size, Network: 100 * size, Guests: 100 * size},
		"a network":     {Party: 2 * size, Network: 3 * size, Guests: 100 * size},
		"all guests":    {Party: 2 * size, Network: 100 * size, Guests: 3 * size},
		"a member only": {Party: 2 * size, Network: size, Guests: size},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			e.App.Chat.UploadBounds = bounds
			one, other := e.guest(), e.guest()
			if what == "a member only" {
				one, other = e.member(somchai), e.member(malee)
			}
			one.uploaded("video", file)
			one.uploaded("video", file)
			refused(t, "one more of the same", one.upload("video", file), "REQUEST_LIMIT_1MIN")
			other.uploaded("video", file)
			second := other.upload("video", file)
			if bounded := what == "a network" || what == "all guests"; bounded != (second.Code() == "REQUEST_LIMIT_1MIN") {
				t.Errorf("another one's second: %d %s", second.Status, second.Body)
			}
			if len(e.files()) > 4 {
				t.Errorf("refused files were kept: %v", e.files())
			}
			e.Clock.Advance(24 * time.Hour)
			one.uploaded("video", file)
		})
	}
}

// drawings draws every picture as the same bytes, and counts them.
type drawings struct {
	size  int
	count int
}

func (d *drawings) Redraw(_ context.Context, _, drawn *os.File) (pictures.Type, error) {
	d.count++
	_, err := drawn.Write(make([]byte, d.size))
	return pictures.PNG, err
}

func TestNobodyHasPicturesDrawnBeyondTheirBytes(t *testing.T) {
	t.Parallel()
	for what, bounded := range map[string]struct {
		most   int64
		drawn  int
		reason string
	}{
		"nothing left":    {100, 1, "what is refused in any case is not drawn"},
		"too little left": {150, 60, "what is refused after it was drawn counts as an upload"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			e := newEnv(t)
			drawn := &drawings{size: 100}
			e.App.Chat.Pictures, e.App.Chat.UploadBounds.Party = drawn, bounded.most
			keep := func() error {
				_, err := e.App.Chat.Keep(t.Context(), chat.UploadInput{Party: chat.Party{Member: somchai}, Kind: chat.Image, File: bytes.NewReader(picture(t))})
				return err
			}
			if err := keep(); err != nil {
				t.Fatal(err)
			}
			for range 65 {
				if err := keep(); !errors.Is(err, fault.RequestLimit1Min) {
					t.Fatalf("a picture too many: %v", err)
				}
			}
			if drawn.count != bounded.drawn {
				t.Errorf("%s: %d were drawn, not %d", bounded.reason, drawn.count, bounded.drawn)
			}
		})
	}
}

// sticking is a store of files that cannot delete one of them.
type sticking struct {
	chat.Blobs
	stuck string
}

var errStuck = errors.New("the file cannot be deleted")

func (s sticking) Delete(ctx context.Context, name string) error {
	if strings.HasSuffix(s.stuck, name) {
		return errStuck
	}
	return s.Blobs.Delete(ctx, name)
}

func TestAFileThatCannotBeDeletedKeepsNoOtherOne(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	stuck := guest.uploaded("video", chattest.Video("isom"))
	e.Clock.Advance(time.Second)
	guest.uploaded("video", chattest.Video("isom"))
	blobs := e.App.Chat.Blobs
	e.App.Chat.Blobs = sticking{blobs, stuck}
	e.Clock.Advance(61 * time.Minute)
	err := e.App.Chat.RemoveFiles(t.Context())
	if rows := e.one("select string_agg(name, ' ') from chat_upload"); !errors.Is(err, errStuck) || len(e.files()) != 1 || !strings.HasSuffix(stuck, rows) {
		t.Errorf("what stays: %v, rows %q, %v", e.files(), rows, err)
	}
	e.App.Chat.Blobs = blobs
	if e.removeFiles(); len(e.files()) != 0 {
		t.Errorf("once it can be: %v", e.files())
	}
}

func TestOneOfTheServersRemovesFilesByItself(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	const done = "select count(*)::text from river_job where kind = 'periodic' and args->>'name' = 'remove files of the chat' and state = 'completed'"
	for end := time.Now().Add(time.Minute); e.one(done) == "0"; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nobody removes files")
		}
	}
}
