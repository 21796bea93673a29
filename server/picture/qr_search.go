package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/detector"
)

// The library tries every three marks of an image, which takes minutes and gigabytes on one that is full of them. Ours
// is its search with an end.
const (
	// maxChecks bounds the places of one drawing that are looked at closely.
	maxChecks = 20_000
	// maxMarks bounds the marks of one drawing: a slip has the three of its code, and seldom ten more that look like
	// one.
	maxMarks = 300
	// maxCorners are the marks that are tried as a code's corners: those that the most rows went through.
	maxCorners = 48
	// maxReadingsOfOne bounds how many places of a drawing are read as a code, maxReadings those of an image over all
	// its drawings.
	maxReadingsOfOne, maxReadings = 24, 160
	// maxTexts bounds the codes of a drawing.
	maxTexts = 8
)

// rowSteps are the distances of the rows that are searched, one after the other: a code that is hard to read is seen by
// chance.
var rowSteps = []int{3, 2}

// marks finds a code's marks: dark, light, dark, light, dark as 1:1:3:1:1, across, down and aslant.
func marks(black *gozxing.BitMatrix, rowStep int) []*detector.FinderPattern {
	finder := detector.NewFinderPatternFinder(black, nil)
	checks := 0
	check := func(runs []int, row, end int) bool {
		if !detector.FinderPatternFinder_foundPatternCross(runs) || checks == maxChecks || len(finder.GetPossibleCenters()) == maxMarks {
			return false
		}
		checks++
		return finder.HandlePossibleCenter(runs, row, end)
	}
	width, height := black.GetWidth(), black.GetHeight()
	runs := make([]int, 5)
	for row := rowStep - 1; row < height; row += rowStep {
		clear(runs)
		run := 0 // the even ones are dark
		for column := range width {
			switch dark := black.Get(column, row); {
			case dark == (run%2 == 0):
				runs[run]++
			case dark || run < 4:
				run++
				runs[run]++
			case check(runs, row, column):
				clear(runs)
				run = 0
			default: // the last three may be a mark's first
				detector.FinderPatternFinder_ShiftCounts2(runs)
				run = 3
			}
		}
		check(runs, row, width)
	}
	return finder.GetPossibleCenters()
}

// corners are three marks that may be a code's, and how far they are from its shape.
type corners struct {
	corners [3]gozxing.ResultPoint
	off     float64
}

// likely gives the threes that may be codes, the most code-like first: marks of about one size in a right-angled
// triangle of two equal sides.
func likely(found []*detector.FinderPattern) (threes []corners) {
	if len(found) > maxCorners {
		slices.SortStableFunc(found, func(a, b *detector.FinderPattern) int { return cmp.Compare(b.GetCount(), a.GetCount()) })
		found = found[:maxCorners]
	}
	slices.SortStableFunc(found, func(a, b *detector.FinderPattern) int {
		return cmp.Compare(a.GetEstimatedModuleSize(), b.GetEstimatedModuleSize())
	})
	for i, first := range found {
		for j, second := range found[i+1:] {
			for _, third := range found[i+1:][j+1:] {
				if third.GetEstimatedModuleSize() > maxSizeRatio*first.GetEstimatedModuleSize() {
					break // those behind it are larger still
				}
				if off, may := shape(first, second, third); may {
					threes = append(threes, corners{[3]gozxing.ResultPoint{first, second, third}, off})
				}
			}
		}
	}
	slices.SortStableFunc(threes, func(a, b corners) int { return cmp.Compare(a.off, b.off) })
	return threes[:min(len(threes), maxReadingsOfOne*2)] // some are of marks that another one has used
}

const (
	// maxSizeRatio is how much larger than another one a mark of the same code may look.
	maxSizeRatio = 1.4
	// minModules and maxModules are the distance of two marks of a code, in modules: versions 1 to 40, with some room
	// for what was measured.
	minModules, maxModules = 7, 200
)

// shape tells whether three marks lie like a code's corners, and how far from it they are: 0 is exactly.
func shape(a, b, c *detector.FinderPattern) (off float64, may bool) {
	lengths := []float64{distance(a, b), distance(b, c), distance(a, c)}
	slices.Sort(lengths)
	short, middle, long := lengths[0], lengths[1], lengths[2]
	modules := (short + middle) / 2 / a.GetEstimatedModuleSize()
	if short == 0 || modules < minModules || modules > maxModules {
		return 0, false
	}
	square := long * long
	off = (math.Abs(square-2*middle*middle) + math.Abs(square-2*short*short)) / square
	off += c.GetEstimatedModuleSize()/a.GetEstimatedModuleSize() - 1
	return off, true
}

func distance(a, b *detector.FinderPattern) float64 {
	return math.Hypot(a.GetX()-b.GetX(), a.GetY()-b.GetY())
}

// readOne reads the code between three marks.
func readOne(black *gozxing.BitMatrix, between corners) (text string, is bool) {
	defer func() {
		if recover() != nil {
			text, is = "", false
		}
	}()
	a, b, c := gozxing.ResultPoint_OrderBestPatterns(between.corners[0], between.corners[1], between.corners[2])
	bottomLeft, isMark := a.(*detector.FinderPattern)
	topLeft, isMarkToo := b.(*detector.FinderPattern)
	topRight, isMarkAsWell := c.(*detector.FinderPattern)
	if !isMark || !isMarkToo || !isMarkAsWell {
		return "", false
	}
	sampled, err := detector.NewDetector(black).ProcessFinderPatternInfo(detector.NewFinderPatternInfo(bottomLeft, topLeft, topRight))
	if err != nil {
		return "", false
	}
	read, err := decoder.NewDecoder().Decode(sampled.GetBits(), map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return "", false
	}
	return read.GetText(), true
}
