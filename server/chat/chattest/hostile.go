package chattest

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// HostileVideos gives files that are no videos to take, by what is wrong with them. None is empty.
func HostileVideos() map[string][]byte {
	good := film{brand: "isom"}
	good.chunks = table(64)
	name, moov, mdat := good.name(), good.moov(), good.mdat()
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	html := []byte("<!doctype html><script>alert(document.cookie)</script>")
	free := Box("free")
	return map[string][]byte{
		// Other kinds of files.
		"one byte":                        {0xFF},
		"zeros":                           none(4096),
		"HTML":                            html,
		"HTML behind a video's name":      join(name, html),
		"a PNG":                           append([]byte("\x89PNG\r\n\x1a\n"), none(64)...),
		"a zip":                           append([]byte("PK\x03\x04"), none(64)...),
		"a Matroska film":                 append([]byte("\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska"), none(64)...),
		"an AVI":                          append([]byte("RIFF\x48\x00\x00\x00AVI LIST"), none(64)...),
		"a Flash video":                   append([]byte("FLV\x01\x05\x00\x00\x00\x09"), none(64)...),
		"a transport stream":              []byte(strings.Repeat("G@\x00\x10"+strings.Repeat("\xff", 184), 4)),
		"a HEIC":                          join(film{brand: "heic", compatible: "mif1heic"}.name(), Box("meta", none(64)), mdat),
		"a film that says it is a HEIC":   film{brand: "heic", compatible: "mif1heic"}.file(),
		"a film of a brand nobody has":    film{brand: "<htm", compatible: "l><s"}.file(),
		"sound alone":                     film{brand: "M4A ", handler: "soun"}.file(),
		"texts alone":                     film{brand: "isom", handler: "text"}.file(),
		"a track that does not say of it": film{brand: "isom", kind: none(3)}.file(),
		// What is missing, or not in its place.
		"a name alone":              name,
		"a name of nothing":         join(Box("ftyp"), moov, mdat),
		"no name":                   join(moov, mdat),
		"a name that comes late":    join(moov, name, mdat),
		"two names":                 join(name, name, moov, mdat),
		"no index":                  join(name, mdat),
		"an index of nothing":       join(name, Box("moov"), mdat),
		"no pictures":               join(name, moov),
		"pictures of no bytes":      film{brand: "isom", media: []byte{}}.file(),
		"cut in the index":          join(name, moov[:len(moov)/2]),
		"cut in the pictures":       join(name, moov, mdat[:len(mdat)-3]),
		"HTML behind the film":      join(name, moov, mdat, html),
		"three bytes behind":        join(name, moov, mdat, none(3)),
		"more parts than a film's":  join(name, moov, mdat, bytes.Repeat(free, 10_001)),
		"an index of over four MiB": film{brand: "isom", index: Box("free", none(4<<20))}.file(),
		// What lies about its length.
		"a part longer than the file":         join(name, moov, mdat, []byte("\x7f\x00\x00\x00free")),
		"a part shorter than its own head":    join(name, moov, mdat, []byte("\x00\x00\x00\x04free")),
		"a part of nine million terabytes":    join(name, moov, mdat, []byte("\x00\x00\x00\x01free\x7f\xff\xff\xff\xff\xff\xff\xff")),
		"a part of less than nothing":         join(name, moov, mdat, []byte("\x00\x00\x00\x01free\xff\xff\xff\xff\xff\xff\xff\xf0")),
		"a track longer than its index":       lengthened(join(name, moov, mdat), "trak"),
		"a handler longer than its track":     lengthened(join(name, moov, mdat), "hdlr"),
		"a table of places longer than it is": lengthened(join(name, moov, mdat), "stco"),
		// What lies about its pictures.
		"pictures behind the file's end":     film{brand: "isom", chunks: table(1 << 20)}.file(),
		"pictures at the file's end":         film{brand: "isom", chunks: table(0xffff_ffff)}.file(),
		"pictures nowhere":                   film{brand: "isom", chunks: table()}.file(),
		"a table that counts beyond its end": film{brand: "isom", chunks: binary.BigEndian.AppendUint32(none(4), 0xffff_ffff)}.file(),
		"a table of no count":                film{brand: "isom", chunks: none(3)}.file(),
	}
}

// lengthened gives a file in which a part says that it is larger than what it is in.
func lengthened(file []byte, part string) []byte {
	at := bytes.Index(file, []byte(part)) - 4
	file = bytes.Clone(file)
	binary.BigEndian.PutUint32(file[at:], 1<<20)
	return file
}
