package picturetest

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"

	qrcode "github.com/skip2/go-qrcode"
)

// Costly gives images that are in order and small as files, and made to keep a reader of QR codes busy. None has a code
// that can be read.
func Costly() map[string][]byte {
	return map[string][]byte{
		"finder patterns, 640 x 640":       drawn(640, 640, finders(8)),
		"finder patterns, 1600 x 1600":     drawn(1600, 1600, finders(8)),
		"finder patterns, packed":          drawn(1600, 1600, finders(7)),
		"large finder patterns":            drawn(2600, 2600, scaledUp(finders(8), 3)),
		"nested finder patterns":           drawn(1300, 1300, nested),
		"rings":                            drawn(1600, 1600, rings),
		"noise":                            drawn(1600, 1600, noise(1)),
		"coarse noise":                     drawn(2600, 2600, noise(4)),
		"a chessboard":                     drawn(1600, 1600, func(x, y int) bool { return (x/2+y/2)%2 == 0 }),
		"stripes as wide as a finder":      drawn(1600, 1600, stripes),
		"frames of codes, nothing in them": drawn(1600, 1600, frames(29, false)),
		"frames of codes, noise in them":   drawn(1600, 1600, frames(29, true)),
		"large frames, noise in them":      drawn(1600, 1600, frames(177, true)),
		"a wall of damaged codes":          damagedCodes(),
	}
}

// dark tells which pixels of a drawing are black.
type dark func(x, y int) bool

func drawn(width, height int, is dark) []byte {
	page := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	for y := range height {
		for x := range width {
			if is(x, y) {
				page.SetColorIndex(x, y, 1)
			}
		}
	}
	return encoded(page)
}

func encoded(page image.Image) []byte {
	var file bytes.Buffer
	must((&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, page))
	return file.Bytes()
}

// finder is the mark in three corners of a code: 7 x 7 modules.
func finder(x, y int) bool {
	if x < 0 || y < 0 || x > 6 || y > 6 {
		return false
	}
	ring := min(x, y, 6-x, 6-y)
	return ring != 1
}

// finders are marks side by side, one every so many pixels.
func finders(pitch int) dark {
	return func(x, y int) bool { return finder(x%pitch, y%pitch) }
}

func scaledUp(of dark, by int) dark {
	return func(x, y int) bool { return of(x/by, y/by) }
}

// nested has marks of every size: each has a smaller one in each quarter.
func nested(x, y int) bool {
	black := false
	for size := 1300; size >= 9; size /= 2 {
		unit := size / 9
		if unit == 0 {
			break
		}
		if cellX, cellY := x%size/unit-1, y%size/unit-1; cellX >= 0 && cellX < 7 && cellY >= 0 && cellY < 7 {
			black = black != finder(cellX, cellY)
		}
	}
	return black
}

func rings(x, y int) bool {
	x, y = x%100-50, y%100-50
	return max(x, -x, y, -y)/3%2 == 0
}

func stripes(x, y int) bool { return finder(x%8, 3) && finder(3, y%8) }

func noise(side int) dark {
	random := rand.New(rand.NewPCG(1, 2))
	cells := map[image.Point]bool{}
	return func(x, y int) bool {
		at := image.Pt(x/side, y/side)
		black, drawn := cells[at]
		if !drawn {
			black = random.IntN(2) == 0
			cells[at] = black
		}
		return black
	}
}

// frames are codes of so many modules a side with their three marks, one beside the other, and nothing or noise where
// the data would be.
func frames(modules int, filled bool) dark {
	const unit = 3
	inside := noise(unit)
	return func(px, py int) bool {
		x, y := px/unit%(modules+4)-2, py/unit%(modules+4)-2
		if x < 0 || y < 0 || x >= modules || y >= modules {
			return false
		}
		for _, corner := range []image.Point{{0, 0}, {modules - 7, 0}, {0, modules - 7}} {
			if cx, cy := x-corner.X, y-corner.Y; cx >= -1 && cx <= 7 && cy >= -1 && cy <= 7 {
				return finder(cx, cy)
			}
		}
		return filled && inside(px, py)
	}
}

// damagedCodes are codes whose middle is gone: found, read, and thrown away.
func damagedCodes() []byte {
	page := image.NewGray(image.Rect(0, 0, 1600, 1600))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	for y := 0; y < 1600; y += 80 {
		for x := 0; x < 1600; x += 80 {
			code, err := qrcode.New(string(rune('a'+x/80))+string(rune('a'+y/80)), qrcode.Low)
			must(err)
			draw.Draw(page, image.Rect(x, y, x+80, y+80), code.Image(80), image.Point{}, draw.Src)
			draw.Draw(page, image.Rect(x+32, y+32, x+60, y+60), image.Black, image.Point{}, draw.Src)
		}
	}
	return encoded(page)
}

// ManyScans is a progressive JPEG whose every scan runs over the whole image and says nothing: small as a file, and
// each scan costs as much as the pixels do.
func ManyScans(width, height uint16, scans int) []byte {
	file := []byte{0xFF, 0xD8}
	segment := func(marker byte, body ...byte) {
		file = append(file, 0xFF, marker)
		file = binary.BigEndian.AppendUint16(file, uint16(len(body)+2))
		file = append(file, body...)
	}
	segment(0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	frame := []byte{8}
	frame = binary.BigEndian.AppendUint16(frame, height)
	frame = binary.BigEndian.AppendUint16(frame, width)
	segment(0xC2, append(frame, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0)...)
	lengths := make([]byte, 16)
	lengths[0] = 1
	segment(0xC4, append(append([]byte{0x00}, lengths...), 0)...)    // one code of one bit: no difference
	segment(0xC4, append(append([]byte{0x10}, lengths...), 0xE0)...) // 16384 blocks and more without a coefficient
	blocks := (int(width) + 15) / 16 * ((int(height) + 15) / 16)
	for scan := range scans {
		if scan == 0 {
			segment(0xDA, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0)
			file = append(file, make([]byte, (blocks*6+7)/8)...)
			continue
		}
		segment(0xDA, 1, 1, 0, 1, 63, 0)
		file = append(file, make([]byte, blocks*4/16384*2+8)...)
	}
	return append(file, 0xFF, 0xD9)
}
