package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"testing"

	qrcode "github.com/skip2/go-qrcode"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"krapao/server/picture"
	"krapao/server/picture/picturetest"
)

const payload = "004100060000010103014022000111222233344ABCD125102TH910417DF"

func TestHostileFilesAreRefused(t *testing.T) {
	files := picturetest.Hostile()
	if len(files) < 40 {
		t.Fatalf("%d files", len(files))
	}
	for name, content := range files {
		if read, err := picture.Read(bytes.NewReader(content)); !errors.Is(err, picture.ErrRefused) {
			t.Errorf("%s: %v, %v", name, read, err)
		}
	}
}

func TestAProgressiveJPEGIsCountedBeforeItIsRead(t *testing.T) {
	for scans, taken := range map[int]bool{2: true, 18: true, 20: false, 40: false, 41: false} {
		if _, err := picture.Read(bytes.NewReader(picturetest.ManyScans(2600, 2000, scans))); (err == nil) != taken || err != nil && !errors.Is(err, picture.ErrRefused) {
			t.Errorf("%d scans of 5.2 megapixels: %v", scans, err)
		}
	}
}

func TestAnHonestImageIsDrawnAnewAndNothingElseOfItsFileIsKept(t *testing.T) {
	asPNG, asJPEG := picturetest.Photo(400, 300)
	secret := []byte("GPS 13.7563 100.5018")
	exif := append([]byte{0xFF, 0xE1, 0, byte(2 + 6 + len(secret))}, append([]byte("Exif\x00\x00"), secret...)...)
	withEXIF := append(append(bytes.Clone(asJPEG[:2]), exif...), asJPEG[2:]...)
	trailing := append(bytes.Clone(withEXIF), []byte("PK\x03\x04<script>alert(1)</script>")...)
	for name, content := range map[string][]byte{"png": asPNG, "jpeg": asJPEG, "jpeg with EXIF": withEXIF, "jpeg with something behind it": trailing} {
		read, err := picture.Read(bytes.NewReader(content))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var drawn bytes.Buffer
		if err := read.Write(&drawn); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(drawn.Bytes(), secret) || bytes.Contains(drawn.Bytes(), []byte("script")) || bytes.Contains(drawn.Bytes(), []byte("PK\x03")) {
			t.Errorf("%s: what was in the file beside its pixels is in the new one", name)
		}
		again, err := picture.Redrawn(&drawn)
		if err != nil || again.Type != read.Type || again.Image.Bounds().Size() != image.Pt(400, 300) {
			t.Errorf("%s: %v, %v", name, again, err)
		}
	}
}

func TestAReaderThatBreaksIsNotTheFilesFault(t *testing.T) {
	asPNG, _ := picturetest.Photo(400, 300)
	broken := errors.New("the disk is gone")
	_, err := picture.Read(&breaking{bytes.NewReader(asPNG), broken})
	if !errors.Is(err, broken) || errors.Is(err, picture.ErrRefused) {
		t.Fatal(err)
	}
}

type breaking struct {
	io.ReadSeeker
	err error
}

func (b *breaking) Read([]byte) (int, error) { return 0, b.err }

func TestASlipsCodeIsReadHoweverTheImageWasTaken(t *testing.T) {
	slip := slipPicture(t)
	for name, taken := range map[string]image.Image{
		"as it is":              slip,
		"half as large":         scaled(slip, 0.5),
		"a third":               scaled(slip, 0.34),
		"three times as large":  scaled(slip, 3),
		"on its side":           turned(slip, 90),
		"upside down":           turned(slip, 180),
		"on its other side":     turned(slip, 270),
		"held askew":            turned(slip, 17),
		"held askew, far away":  turned(scaled(slip, 0.6), -33),
		"photographed in JPEG":  pressed(t, turned(slip, 5), 40),
		"small and in bad JPEG": pressed(t, scaled(slip, 0.5), 25),
	} {
		texts := picture.QRTexts(taken)
		if len(texts) != 1 || texts[0] != payload {
			t.Errorf("%s (%v): %q", name, taken.Bounds().Size(), texts)
		}
	}
	blank, _ := picturetest.Photo(300, 300)
	noise, err := png.Decode(bytes.NewReader(blank))
	if texts := picture.QRTexts(noise); err != nil || len(texts) != 0 {
		t.Errorf("an image without a code: %q, %v", texts, err)
	}
}

// slipPicture is a white page with a code in its corner.
func slipPicture(t *testing.T) image.Image {
	t.Helper()
	code, err := qrcode.New(payload, qrcode.Medium)
	if err != nil {
		t.Fatal(err)
	}
	page := image.NewRGBA(image.Rect(0, 0, 900, 1400))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, image.Rect(0, 0, 900, 150), image.NewUniform(color.RGBA{78, 42, 132, 255}), image.Point{}, draw.Src)
	draw.Draw(page, image.Rect(530, 1010, 830, 1310), code.Image(300), image.Point{}, draw.Src)
	return page
}

func scaled(from image.Image, by float64) image.Image {
	size := from.Bounds().Size()
	drawn := image.NewRGBA(image.Rect(0, 0, int(float64(size.X)*by), int(float64(size.Y)*by)))
	draw.BiLinear.Scale(drawn, drawn.Bounds(), from, from.Bounds(), draw.Src, nil)
	return drawn
}

func turned(from image.Image, degrees float64) image.Image {
	size := from.Bounds().Size()
	side := int(math.Hypot(float64(size.X), float64(size.Y))) + 2
	drawn := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(drawn, drawn.Bounds(), image.NewUniform(color.Gray{200}), image.Point{}, draw.Src)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	middle, x, y := float64(side)/2, float64(size.X)/2, float64(size.Y)/2
	draw.BiLinear.Transform(drawn, f64.Aff3{cos, -sin, middle - cos*x + sin*y, sin, cos, middle - sin*x - cos*y}, from, from.Bounds(), draw.Src, nil)
	return drawn
}

func pressed(t *testing.T, from image.Image, quality int) image.Image {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, from, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	read, err := jpeg.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	return read
}
