// Package picturetest makes files that are no images to take: bombs, animations, files that are two things at once,
// pieces and lies. Each is made here, so that none has to be kept.
package picturetest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
)

const signature = "\x89PNG\r\n\x1a\n"

// Hostile gives the files by what is wrong with them. None is empty.
func Hostile() map[string][]byte {
	files := map[string][]byte{}
	for _, group := range []map[string][]byte{strangers(), pngs(), jpegs(), bombs()} {
		for name, content := range group {
			files[name] = content
		}
	}
	return files
}

// Photo gives an honest image of a size, as PNG and as JPEG.
func Photo(width, height int) (asPNG, asJPEG []byte) {
	drawn := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			drawn.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), uint8(x ^ y), 255})
		}
	}
	var first, second bytes.Buffer
	must(png.Encode(&first, drawn))
	must(jpeg.Encode(&second, drawn, nil))
	return first.Bytes(), second.Bytes()
}

// strangers are files of other kinds, whatever they are called.
func strangers() map[string][]byte {
	small, _ := Photo(80, 80)
	var packed, zipped, animated bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, err := writer.Write(small)
	must(err)
	must(writer.Close())
	archive := zip.NewWriter(&zipped)
	entry, err := archive.Create("slip.png")
	must(err)
	_, err = entry.Write(small)
	must(err)
	must(archive.Close())
	frame := image.NewPaletted(image.Rect(0, 0, 80, 80), color.Palette{color.Black, color.White})
	must(gif.EncodeAll(&animated, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}}))
	return map[string][]byte{
		"one byte":                       {0xFF},
		"zeros":                          make([]byte, 4096),
		"SVG with a script":              []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`),
		"HTML":                           []byte(`<!doctype html><script>alert(document.cookie)</script>`),
		"PHP":                            []byte(`<?php system($_GET['c']); ?>` + strings.Repeat(" ", 100)),
		"a zip":                          zipped.Bytes(),
		"a zip with a JPEG's first byte": append([]byte{0xFF, 0xD8}, zipped.Bytes()...),
		"a PNG in gzip":                  packed.Bytes(),
		"an animated GIF":                animated.Bytes(),
		"GIF and script":                 []byte("GIF89a/*\x00\x00*/=1;alert(1)//" + strings.Repeat(" ", 64)),
		"a PDF":                          []byte("%PDF-1.7\n1 0 obj\n<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>\nendobj\n%%EOF"),
		"a BMP":                          append([]byte("BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00"), make([]byte, 60)...),
		"a TIFF":                         append([]byte("II*\x00\x08\x00\x00\x00"), make([]byte, 64)...),
		"a WebP":                         append([]byte("RIFF\x24\x00\x00\x00WEBPVP8 "), make([]byte, 64)...),
		"a HEIC":                         append([]byte("\x00\x00\x00\x18ftypheic"), make([]byte, 64)...),
		"an ELF":                         append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 64)...),
		"a Windows program":              append([]byte("MZ\x90\x00"), make([]byte, 64)...),
		"a PNG behind a line break":      append([]byte("\n"), small...),
		"a PNG sent as text":             bytes.ReplaceAll(small, []byte("\r\n"), []byte("\n")),
	}
}

func pngs() map[string][]byte {
	good, _ := Photo(100, 100)
	end := chunk("IEND", nil)
	header := header(100, 100, 8, 2, 0)
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 0xFF
	control := chunk("acTL", []byte{0, 0, 0, 2, 0, 0, 0, 0})
	withControl := append(append(bytes.Clone(good[:33]), control...), good[33:]...)
	var archive bytes.Buffer
	must(zip.NewWriter(&archive).Close())
	return map[string][]byte{
		"the signature of a PNG alone":  []byte(signature),
		"a PNG without pixels":          join(signature, header, end),
		"a PNG cut off":                 good[:len(good)/2],
		"a PNG without its end":         good[:len(good)-12],
		"a PNG with a wrong checksum":   flipped,
		"an animated PNG":               withControl,
		"a PNG with a zip behind it":    append(bytes.Clone(good), archive.Bytes()...),
		"a PNG with HTML behind it":     append(bytes.Clone(good), []byte("<script>alert(1)</script>")...),
		"a PNG with two headers":        join(signature, header, header, end),
		"a PNG of no width":             join(signature, headerOf(0, 100), chunk("IDAT", squeezed(10)), end),
		"a PNG of one line":             join(signature, headerOf(25_000, 64), chunk("IDAT", squeezed(10)), end),
		"a PNG of one pixel":            join(signature, headerOf(1, 1), chunk("IDAT", squeezed(2)), end),
		"a PNG of an unknown colour":    join(signature, headerWith(100, 100, 7, 9), chunk("IDAT", squeezed(100)), end),
		"a PNG chunk longer than it is": join(signature, header, "\x7f\xff\xff\xffIDAT", strings.Repeat("x", 100)),
		"a PNG in too many parts":       join(signature, header, strings.Repeat(string(chunk("tEXt", []byte("a\x00b"))), 30_000), end),
	}
}

func jpegs() map[string][]byte {
	_, good := Photo(100, 100)
	frame := bytes.Index(good, []byte{0xFF, 0xC0})
	scan := bytes.Index(good, []byte{0xFF, 0xDA})
	resized := func(width, height uint16) []byte {
		lying := bytes.Clone(good)
		binary.BigEndian.PutUint16(lying[frame+5:], height)
		binary.BigEndian.PutUint16(lying[frame+7:], width)
		return lying
	}
	arithmetic := bytes.Clone(good)
	arithmetic[frame+1] = 0xC9
	segment := []byte{0xFF, 0xDA, 0, 2}
	return map[string][]byte{
		"the beginning of a JPEG":         {0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0},
		"a JPEG cut off":                  good[:len(good)/2],
		"a JPEG without its end":          good[:len(good)-2],
		"a JPEG without a frame":          append(bytes.Clone(good[:frame]), good[scan:]...),
		"a JPEG with two frames":          append(append(bytes.Clone(good[:scan]), good[frame:scan]...), good[scan:]...),
		"a JPEG of no height":             resized(100, 0),
		"a JPEG that says it is huge":     resized(65_500, 65_500),
		"a JPEG that says 24 megapixels":  resized(6000, 4000),
		"a JPEG coded by arithmetic":      arithmetic,
		"a JPEG of a thousand scans":      append(append(bytes.Clone(good[:scan]), bytes.Repeat(segment, 1000)...), good[scan:]...),
		"a JPEG part of no length":        append(append(bytes.Clone(good[:2]), 0xFF, 0xE1, 0, 0), good[2:]...),
		"a JPEG with EXIF past its end":   append(append(bytes.Clone(good[:2]), 0xFF, 0xE1, 0xFF, 0xFF), "Exif\x00\x00II*\x00\xff\xff\xff\xff"...),
		"a JPEG that is HTML in comments": append([]byte{0xFF, 0xD8, 0xFF, 0xFE, 0, 40}, []byte("<script>alert(1)</script><!--          ")...),
	}
}

// bombs are small files that would be large in memory.
func bombs() map[string][]byte {
	end := chunk("IEND", nil)
	bomb := func(width, height uint32, depth, colour, interlace byte) []byte {
		return join(signature, header(width, height, depth, colour, interlace), chunk("IDAT", squeezed(1<<20)), end)
	}
	_, good := Photo(64, 64)
	frame := bytes.Index(good, []byte{0xFF, 0xC0})
	progressive := bytes.Clone(good)
	progressive[frame+1] = 0xC2
	binary.BigEndian.PutUint16(progressive[frame+5:], 4900)
	binary.BigEndian.PutUint16(progressive[frame+7:], 5000)
	profile := chunk("iCCP", append([]byte("x\x00\x00"), squeezed(64<<20)...))
	return map[string][]byte{
		"a PNG of 10 gigapixels":              bomb(100_000, 100_000, 8, 6, 0),
		"a PNG of 4 gigapixels, one bit each": bomb(65_535, 65_535, 1, 0, 0),
		"a PNG of 26 megapixels":              bomb(5200, 5000, 8, 0, 0),
		"a PNG of 24 megapixels of 8 bytes":   bomb(4900, 4900, 16, 6, 0),
		"a PNG of 12 megapixels, interlaced":  bomb(4000, 3000, 8, 6, 1),
		"a PNG with a bomb for a profile":     join(signature, header(100, 100, 8, 2, 0), profile, chunk("IDAT", squeezed(10)), end),
		"a JPEG of 24 megapixels in passes":   progressive,
	}
}

func headerOf(width, height uint32) []byte { return header(width, height, 8, 2, 0) }

func headerWith(width, height uint32, depth, colour byte) []byte {
	return header(width, height, depth, colour, 0)
}

func header(width, height uint32, depth, colour, interlace byte) []byte {
	body := binary.BigEndian.AppendUint32(nil, width)
	body = binary.BigEndian.AppendUint32(body, height)
	return chunk("IHDR", append(body, depth, colour, 0, 0, interlace))
}

func chunk(name string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, name...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// squeezed gives zeros, compressed.
func squeezed(size int) []byte {
	var out bytes.Buffer
	writer := zlib.NewWriter(&out)
	block := make([]byte, 64<<10)
	for left := size; left > 0; left -= len(block) {
		_, err := writer.Write(block[:min(left, len(block))])
		must(err)
	}
	must(writer.Close())
	return out.Bytes()
}

func join[Part ~string | ~[]byte](first Part, rest ...any) []byte {
	out := []byte(first)
	for _, part := range rest {
		switch part := part.(type) {
		case string:
			out = append(out, part...)
		case []byte:
			out = append(out, part...)
		}
	}
	return out
}

func must(err error) {
	if err != nil {
		panic(err) // what is written is written into memory
	}
}
