package picture

import (
	"fmt"
	"image"
	"slices"

	"github.com/makiuchi-d/gozxing"
	multi "github.com/makiuchi-d/gozxing/multi/qrcode"
	"github.com/makiuchi-d/gozxing/qrcode"
	"golang.org/x/image/draw"
)

// The longer sides, in pixels, at which QR codes are looked for: a small code on a large photograph is found at the first, a noisy or
// blurred one at the others.
var sides = []int{1600, 1000, 2600, 640}

// QRTexts gives the texts of the QR codes on an image, whichever way it is turned; none when there is none that can be read.
func QRTexts(from image.Image) []string {
	var texts []string
	size := from.Bounds().Dx()
	if height := from.Bounds().Dy(); height > size {
		size = height
	}
	tried := map[int]bool{}
	for _, side := range sides {
		side = min(side, max(size, 2*min(size, 500))) // small ones are looked at twice as large
		if tried[side] {
			continue
		}
		tried[side] = true
		for _, text := range decode(grey(from, side, size)) {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		if len(texts) > 0 {
			return texts
		}
	}
	return texts
}

// grey draws an image in grey on white, its longer side so long.
func grey(from image.Image, side, size int) *image.Gray {
	bounds := from.Bounds()
	drawn := image.NewGray(image.Rect(0, 0, max(1, bounds.Dx()*side/size), max(1, bounds.Dy()*side/size)))
	for i := range drawn.Pix {
		drawn.Pix[i] = 0xFF
	}
	draw.ApproxBiLinear.Scale(drawn, drawn.Bounds(), from, bounds, draw.Over, nil)
	return drawn
}

// decode reads the codes of one drawing. The reader is somebody else's and works on what strangers send: what makes it panic has no code.
func decode(drawn *image.Gray) (texts []string) {
	defer func() {
		if recover() != nil {
			texts = nil
		}
	}()
	hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}
	source := gozxing.NewLuminanceSourceFromImage(drawn)
	for _, binarizer := range []gozxing.Binarizer{gozxing.NewHybridBinarizer(source), gozxing.NewGlobalHistgramBinarizer(source)} {
		bitmap, err := gozxing.NewBinaryBitmap(binarizer)
		if err != nil {
			continue
		}
		found, err := multi.NewQRCodeMultiReader().DecodeMultiple(bitmap, hints)
		if err == nil {
			for _, one := range found {
				texts = append(texts, one.GetText())
			}
			return texts
		}
		if one, err := qrcode.NewQRCodeReader().Decode(bitmap, hints); err == nil {
			return []string{one.GetText()}
		}
	}
	return nil
}

// String describes the picture for the log.
func (p Picture) String() string {
	return fmt.Sprintf("%s of %d x %d", p.Type, p.Image.Bounds().Dx(), p.Image.Bounds().Dy())
}
