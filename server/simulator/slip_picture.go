package simulator

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strings"

	qrcode "github.com/skip2/go-qrcode"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The size of a slip's picture in pixels: a phone's screen.
const (
	slipWidth, slipHeight = 900, 1400
	slipMargin            = 70
	slipCode              = 300 // the QR code's side
)

var (
	slipInk   = color.NRGBA{0x22, 0x26, 0x2e, 0xff}
	slipFaint = color.NRGBA{0x76, 0x7d, 0x89, 0xff}
	slipLine  = color.NRGBA{0xdf, 0xe3, 0xe9, 0xff}
	slipGreen = color.NRGBA{0x1b, 0x9e, 0x5a, 0xff}

	// bankColours are those of the bands; other banks' are slipInk.
	bankColours = map[string]color.NRGBA{
		"SCB": {0x4e, 0x2a, 0x84, 0xff}, "KBANK": {0x13, 0x8f, 0x2d, 0xff}, "KTB": {0x1b, 0xa5, 0xe1, 0xff}, "BBL": {0x1e, 0x45, 0x98, 0xff},
		"BAY": {0xa8, 0x83, 0x00, 0xff}, "TMB": {0x00, 0x50, 0xf0, 0xff}, "GSB": {0xeb, 0x19, 0x8d, 0xff},
	}

	regularFont = mustFont(goregular.TTF)
	boldFont    = mustFont(gobold.TTF)
)

func mustFont(file []byte) *opentype.Font {
	parsed, err := opentype.Parse(file)
	if err != nil {
		panic(err) // it is compiled in
	}
	return parsed
}

// easel draws a slip from the top down. It hands on the image itself: Go draws and encodes images of its own types many
// times faster than what wraps one.
type easel struct {
	*image.RGBA

	failed error
}

func (e *easel) fill(area image.Rectangle, with color.Color) {
	draw.Draw(e.RGBA, area, image.NewUniform(with), image.Point{}, draw.Src)
}

// disc draws a filled circle.
func (e *easel) disc(centre image.Point, radius int, with color.Color) {
	for y := -radius; y <= radius; y++ {
		for x := -radius; x <= radius; x++ {
			if x*x+y*y <= radius*radius {
				e.Set(centre.X+x, centre.Y+y, with)
			}
		}
	}
}

// text writes a line; at is the left end of its base line, or its middle where centred.
func (e *easel) text(at image.Point, of *opentype.Font, size float64, with color.Color, centred bool, line string) {
	face, err := opentype.NewFace(of, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		e.failed = err
		return
	}
	defer func() { _ = face.Close() }() // it holds nothing
	drawer := font.Drawer{Dst: e.RGBA, Src: image.NewUniform(with), Face: face}
	x := fixed.I(at.X)
	if centred {
		x -= drawer.MeasureString(line) / 2
	}
	drawer.Dot = fixed.Point26_6{X: x, Y: fixed.I(at.Y)}
	drawer.DrawString(line)
}

// drawSlip draws the picture that the payer's bank would give: all that a person looks for, and the QR code that a
// machine reads where the bank has one.
func drawSlip(to io.Writer, of *bankTransfer) error {
	slip := &easel{RGBA: image.NewRGBA(image.Rect(0, 0, slipWidth, slipHeight))}
	slip.fill(slip.Bounds(), color.White)
	band, known := bankColours[of.FromBank]
	if !known {
		band = slipInk
	}
	slip.fill(image.Rect(0, 0, slipWidth, 150), band)
	slip.text(image.Pt(slipMargin, 95), boldFont, 50, color.White, false, of.FromBank)
	slip.disc(image.Pt(slipWidth/2, 250), 52, slipGreen)
	for step := range 26 { // a tick
		slip.disc(image.Pt(slipWidth/2-26+min(step, 10)*2, 250+min(step, 10)*2), 5, color.White)
		slip.disc(image.Pt(slipWidth/2-4+step, 270-step*3/2), 5, color.White)
	}
	slip.text(image.Pt(slipWidth/2, 370), boldFont, 42, slipInk, true, "Transfer successful")
	slip.text(image.Pt(slipWidth/2, 420), regularFont, 28, slipFaint, true, of.At.In(bangkok).Format("02/01/2006 15:04:05"))
	slip.party(500, "From", of.FromName, of.FromBank+"  "+masked(of.FromNo))
	slip.party(680, "To", "KRAPAO", of.ToBank+"  "+masked(of.ToNo))
	slip.fill(image.Rect(slipMargin, 830, slipWidth-slipMargin, 832), slipLine)
	slip.text(image.Pt(slipMargin, 895), regularFont, 28, slipFaint, false, "Amount")
	slip.text(image.Pt(slipMargin, 960), boldFont, 58, slipInk, false, grouped(of.Amount.String())+" "+string(of.Currency))
	slip.text(image.Pt(slipMargin, 1080), regularFont, 28, slipFaint, false, "Reference")
	for i, part := 0, of.Reference; part != ""; i++ {
		line := part[:min(len(part), 16)]
		slip.text(image.Pt(slipMargin, 1125+40*i), boldFont, 30, slipInk, false, line)
		part = strings.TrimPrefix(part, line)
	}
	slip.text(image.Pt(slipMargin, slipHeight-50), regularFont, 22, slipFaint, false, "Sandbox: no real money has moved.")
	if of.SlipPayload != "" {
		code, err := qrcode.New(of.SlipPayload, qrcode.Medium)
		if err != nil {
			return err
		}
		place := image.Rect(slipWidth-slipMargin-slipCode, 1010, slipWidth-slipMargin, 1010+slipCode)
		draw.Draw(slip.RGBA, place, code.Image(slipCode), image.Point{}, draw.Src)
	}
	if slip.failed != nil {
		return slip.failed
	}
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(to, slip.RGBA)
}

// party writes who is on one side.
func (e *easel) party(top int, role, name, account string) {
	e.text(image.Pt(slipMargin, top), regularFont, 28, slipFaint, false, role)
	e.text(image.Pt(slipMargin, top+52), boldFont, 38, slipInk, false, name)
	e.text(image.Pt(slipMargin, top+98), regularFont, 30, slipFaint, false, account)
}

// masked hides most of an account number, as banks do.
func masked(number string) string {
	if len(number) == 10 {
		return "xxx-x-x" + number[5:9] + "-x"
	}
	return strings.Repeat("x", max(0, len(number)-4)) + number[max(0, len(number)-4):]
}
