package picture

import (
	"fmt"
	"image"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"golang.org/x/image/draw"
)

// The longer sides, in pixels, at which QR codes are looked for: a small code on a large photograph is found at the
// first, a noisy or blurred one at the others.
var sides = []int{1600, 1000, 2600, 640}

// QRTexts gives the texts of the QR codes on an image, whichever way it is turned; none when there is none that can be
// read. However the image was made, the work is bounded by the numbers of qr_search.go.
func QRTexts(from image.Image) []string {
	size := max(from.Bounds().Dx(), from.Bounds().Dy())
	tried := map[int]bool{}
	left := maxReadings
	for _, side := range sides {
		side = min(side, max(size, 2*min(size, 500))) // small ones are looked at twice as large
		if tried[side] {
			continue
		}
		tried[side] = true
		if texts := readAll(grey(from, side, size), &left); len(texts) > 0 {
			return texts
		}
	}
	return nil
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

// readAll reads the codes of one drawing, with at most as many readings as are left. The library works on what
// strangers send: what makes it panic has no code.
func readAll(drawn *image.Gray, left *int) (texts []string) {
	defer func() {
		if recover() != nil {
			texts = nil
		}
	}()
	source := gozxing.NewLuminanceSourceFromImage(drawn)
	for _, binarizer := range []gozxing.Binarizer{gozxing.NewHybridBinarizer(source), gozxing.NewGlobalHistgramBinarizer(source)} {
		black, err := binarizer.GetBlackMatrix()
		if err != nil {
			continue
		}
		for _, step := range rowSteps {
			if texts := readBlack(black, step, left); len(texts) > 0 {
				return texts
			}
		}
	}
	return nil
}

// readBlack reads the codes of a drawing in black and white.
func readBlack(black *gozxing.BitMatrix, step int, left *int) (texts []string) {
	used := map[gozxing.ResultPoint]bool{}
	readings := min(*left, maxReadingsOfOne)
	for _, found := range likely(marks(black, step)) {
		if readings == 0 || len(texts) == maxTexts {
			break
		}
		if used[found.corners[0]] || used[found.corners[1]] || used[found.corners[2]] {
			continue
		}
		readings--
		*left--
		if text, is := readOne(black, found); is {
			for _, corner := range found.corners {
				used[corner] = true
			}
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// String describes the picture for the log.
func (p Picture) String() string {
	return fmt.Sprintf("%s of %d x %d", p.Type, p.Image.Bounds().Dx(), p.Image.Bounds().Dy())
}
