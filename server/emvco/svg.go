package emvco

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"
)

// quietZone is how many light modules surround the code.
const quietZone = 4

// SVG draws a text as a QR code of error correction level M: one path, one unit a module, dark on white in every theme
// (scanners need it so), no script and no reference to anything outside. go-qrcode draws, and not gozxing, which reads
// in package picture: it mixes numeric and other segments, so a payment's code has fewer and larger modules (33 a side,
// not 37), and tests read with another library than the one that drew.
func SVG(text string) (string, error) {
	code, err := qrcode.New(text, qrcode.Medium)
	if err != nil {
		return "", fmt.Errorf("emvco: draw: %w", err)
	}
	code.DisableBorder = true
	modules := code.Bitmap()
	size := strconv.Itoa(len(modules) + 2*quietZone)
	var out strings.Builder
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + size + ` ` + size + `" shape-rendering="crispEdges">` +
		`<path fill="#fff" d="M0 0h` + size + `v` + size + `H0z"/><path d="`)
	for y, row := range modules {
		for x := 0; x < len(row); x++ {
			if !row[x] {
				continue
			}
			start := x
			for x+1 < len(row) && row[x+1] {
				x++
			}
			fmt.Fprintf(&out, "M%d %dh%dv1H%dz", start+quietZone, y+quietZone, x-start+1, start+quietZone)
		}
	}
	out.WriteString(`"/></svg>`)
	return out.String(), nil
}
