package httpapi_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"krapao/server/portaltest"
)

// publicFiles are the shell's files that are served as they lie there.
var publicFiles = filepath.Join("..", "..", "shell", "public")

func publicFile(t *testing.T, place string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(publicFiles, filepath.FromSlash(place)))
	if err != nil {
		t.Error(err)
	}
	return content
}

func TestEveryHelpVideoThatAFreshSiteShowsExistsWithCaptionsInItsLanguage(t *testing.T) {
	t.Parallel()
	visitor := portaltest.Start(t).Client(t)
	for language, script := range map[string]*unicode.RangeTable{"TH": unicode.Thai, "LA": unicode.Lao, "EN": unicode.Latin} {
		site := read[siteAnswer](t, want(t, "site", visitor.Do(http.MethodGet, "/api/lookup/site", "", in(language)), ""))
		shown := 0
		for _, video := range site.HelpVideos {
			if !video.IsShow {
				continue
			}
			shown++
			stem, isFilm := strings.CutSuffix(video.Video, "-"+strings.ToLower(language)+".mp4")
			if !isFilm || video.Poster == nil {
				t.Errorf("%s: %+v", language, video)
				continue
			}
			film, poster := publicFile(t, video.Video), publicFile(t, *video.Poster)
			index, data := bytes.Index(film, []byte("moov")), bytes.Index(film, []byte("mdat"))
			if index < 0 || data < index || len(film) > 400_000 {
				t.Errorf("%s: %d bytes, its index at %d, its pictures at %d: it does not play from the first bytes on, or is too large", video.Video, len(film), index, data)
			}
			if http.DetectContentType(poster) != "image/jpeg" || len(poster) > 40_000 {
				t.Errorf("%s: %d bytes of %s", *video.Poster, len(poster), http.DetectContentType(poster))
			}
			captions := string(publicFile(t, stem+"-"+strings.ToLower(language)+".vtt"))
			if cues := strings.Count(captions, " --> "); !strings.HasPrefix(captions, "WEBVTT\n\n") || cues < 4 {
				t.Errorf("%s in %s has %d captions", stem, language, cues)
			}
			for cue := range strings.SplitSeq(strings.TrimPrefix(captions, "WEBVTT\n\n"), "\n\n") {
				_, words, _ := strings.Cut(cue, "\n")
				if !strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(script, r) }) {
					t.Errorf("%s in %s says %q", stem, language, words)
				}
			}
		}
		if shown != 5 {
			t.Errorf("%s: %d videos are shown, want the five that exist", language, shown)
		}
	}
}
