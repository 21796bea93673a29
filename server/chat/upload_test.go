package chat_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"krapao/server/chat/chattest"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/picture/picturetest"
)

func picture(t testing.TB) []byte {
	t.Helper()
	drawn := image.NewNRGBA(image.Rect(0, 0, 80, 80))
	drawn.Set(3, 3, color.White)
	var file bytes.Buffer
	if err := png.Encode(&file, drawn); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestAnImageIsDrawnAnewAndShownWithoutRunningAnything(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	sent := picture(t)
	chunk := append([]byte("tEXtComment\x00"), "<script>"...)
	chunk = binary.BigEndian.AppendUint32(append([]byte{0, 0, 0, byte(len(chunk) - 4)}, chunk...), crc32.ChecksumIEEE(chunk))
	end := len(sent) - 12
	withComment := append(append(sent[:end:end], chunk...), sent[end:]...)
	path := guest.uploaded("image", withComment)
	shown := e.Client(t).Do(http.MethodGet, "/"+path, "")
	if shown.Status != http.StatusOK || shown.Header.Get("Content-Type") != "image/png" || bytes.Contains(shown.Body, []byte("script")) {
		t.Errorf("the image: %d %s", shown.Status, shown.Header)
	}
	if policy := shown.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "sandbox") || shown.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("its headers: %v", shown.Header)
	}
	if answer := guest.send(map[string]any{"message_type": "media", "payload": map[string]any{"message": "a.png", "filePath": path, "fileType": "video"}}); answer.Status != http.StatusOK {
		t.Fatalf("sending it: %d %s", answer.Status, answer.Body)
	}
	for _, item := range guest.history() {
		if item.Sender == portal.Customer && valueOf(item.Message.Payload.FileType) != portal.Image {
			t.Errorf("what the message says of the file: %+v", item.Message.Payload)
		}
	}
	refused(t, "CHAT: another's file", e.guest().send(map[string]any{"message_type": "media", "payload": map[string]any{"filePath": path}}), "KEY_INVALID")
	refused(t, "an unknown file", e.Client(t).Do(http.MethodGet, "/media/chat/00000000000000000000000000000000.png", ""), "NO_DATA")
}

func TestAVideoIsTakenByItsStructureAndServedInParts(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	for brand, contentType := range map[string]string{"isom": "video/mp4", "qt  ": "video/quicktime"} {
		path := guest.uploaded("video", chattest.Video(brand))
		shown := e.Client(t).Do(http.MethodGet, "/"+path, "", header("Range", "bytes=0-3"))
		if shown.Status != http.StatusPartialContent || shown.Header.Get("Content-Type") != contentType || len(shown.Body) != 4 {
			t.Errorf("%s: %d %v", brand, shown.Status, shown.Header)
		}
	}
}

func TestFilesThatLieAreRefused(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	good, still := chattest.Video("isom"), picture(t)
	for what, file := range map[string]struct {
		kind    string
		content []byte
		code    string
	}{
		"an empty file":                {"image", nil, "KEY_MISSING"},
		"HTML as an image":             {"image", []byte("<html><script>alert(1)</script>"), "KEY_INVALID"},
		"SVG as an image":              {"image", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "KEY_INVALID"},
		"a cut image":                  {"image", still[:len(still)-20], "KEY_INVALID"},
		"an image and something after": {"image", append(still[:len(still):len(still)], "<script>"...), "KEY_INVALID"},
		"a video as an image":          {"image", good, "KEY_INVALID"},
		"an image as a video":          {"video", still, "KEY_INVALID"},
		"a cut video":                  {"video", good[:len(good)-3], "KEY_INVALID"},
		"a video and HTML after":       {"video", append(good[:len(good):len(good)], "<html><script>"...), "KEY_INVALID"},
		"a part longer than the file":  {"video", append(good[:len(good):len(good)], 0x7f, 0, 0, 0, 'f', 'r', 'e', 'e'), "KEY_INVALID"},
		"only a name":                  {"video", chattest.Box("ftyp", []byte("isom\x00\x00\x00\x00isom")), "KEY_INVALID"},
		"an index of nothing":          {"video", bytes.Join([][]byte{chattest.Box("ftyp", []byte("isom\x00\x00\x00\x00isom")), chattest.Box("moov"), chattest.Box("mdat")}, nil), "KEY_INVALID"},
		"too large an image":           {"image", append(still[:len(still):len(still)], make([]byte, 10<<20)...), "KEY_INVALID"},
		"too large a video":            {"video", append(good[:len(good):len(good)], chattest.Box("mdat", make([]byte, 20<<20))...), "KEY_INVALID"},
	} {
		refused(t, what, e.guest().upload(file.kind, file.content), file.code)
	}
	refused(t, "nobody's upload", e.Client(t).Upload(http.MethodPost, "/api/chat/upload-image", "file", "a.png", still), "UNAUTHORIZED")
	if rows := e.one("select count(*)::text from chat_upload"); rows != "0" {
		t.Errorf("%s refused files were kept", rows)
	}
}

// uploaders gives a member for every fifty files: one may upload sixty a day.
func (e *env) uploaders() func() speaker {
	next := 0
	return func() speaker {
		next++
		return e.member([]id.MemberID{somchai, malee}[next/50%2])
	}
}

func TestBrokenAndLyingVideosAreRefusedAndNothingOfThemStays(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	uploader, hostile := e.uploaders(), chattest.HostileVideos()
	if len(hostile) < 20 {
		t.Errorf("only %d videos", len(hostile))
	}
	for what, file := range hostile {
		refused(t, what, uploader().upload("video", file), "KEY_INVALID")
	}
	if rows := e.one("select count(*)::text from chat_upload"); rows != "0" || len(e.files()) != 0 {
		t.Errorf("%s rows and the files %v stay", rows, e.files())
	}
}

func TestHostileImagesAreRefusedAndNothingOfThemStays(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	uploader := e.uploaders()
	for what, file := range picturetest.Hostile() {
		refused(t, what, uploader().upload("image", file), "KEY_INVALID")
	}
	if rows := e.one("select count(*)::text from chat_upload"); rows != "0" || len(e.files()) != 0 {
		t.Errorf("%s rows and the files %v stay", rows, e.files())
	}
}

func TestTheFilesOfAPartyAreBounded(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest := e.guest()
	refused(t, "a file of nobody", speaker{e.Client(t), t, 0, ""}.upload("video", []byte("x")), "UNAUTHORIZED")
	for range 60 {
		if guest.upload("image", []byte("x")).Code() != "KEY_INVALID" {
			break
		}
	}
	refused(t, "one more", guest.upload("image", picture(t)), "REQUEST_LIMIT_1MIN")
	refused(t, "one more", guest.upload("video", chattest.Video("isom")), "REQUEST_LIMIT_1MIN")
}
