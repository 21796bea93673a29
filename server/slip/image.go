package slip

import (
	"context"
	"io"
	"os"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/picture"
)

// Pictures reads pictures where that can be killed.
type Pictures interface {
	// Redraw judges a file and draws its picture anew into another one. Errors: picture.ErrRefused, sandbox.ErrKilled.
	Redraw(ctx context.Context, file, drawn *os.File) (picture.Type, error)
	// Codes gives the texts of the QR codes on a picture that was drawn anew. Errors: picture.ErrRefused,
	// sandbox.ErrKilled.
	Codes(ctx context.Context, file *os.File) ([]string, error)
}

// Slip gives one of the member's slips by its reference. Errors: NO_DATA.
func (s *Service) Slip(ctx context.Context, member id.MemberID, reference string) (Slip, error) {
	if !referenceForm.MatchString(reference) {
		return Slip{}, fault.NoData
	}
	return s.Store.SlipOf(ctx, member, reference)
}

// List gives a page (from 1) of at most 100 of the member's slips, newest first, and how many there are.
func (s *Service) List(ctx context.Context, member id.MemberID, page, limit int) ([]Slip, int, error) {
	return s.Store.Slips(ctx, member, page, min(limit, 100))
}

// ImageOf gives one of the member's slips that has its image, by its reference. Errors: NO_DATA, also once the image
// was removed.
func (s *Service) ImageOf(ctx context.Context, member id.MemberID, reference string) (Slip, error) {
	slip, err := s.Slip(ctx, member, reference)
	if err != nil {
		return Slip{}, err
	}
	return slip, slip.imageThere()
}

// Image opens a slip's image, whoever's it is: who may see it is the caller's to know. Errors: NO_DATA, also once it
// was removed.
func (s *Service) Image(ctx context.Context, slipID id.ID) (Slip, io.ReadCloser, error) {
	slip, err := s.Store.AnySlip(ctx, slipID)
	if err != nil {
		return Slip{}, nil, err
	}
	if err := slip.imageThere(); err != nil {
		return Slip{}, nil, err
	}
	image, err := s.Blobs.Get(ctx, slip.ImageName)
	return slip, image, err
}

// imageThere: its image was not removed. Errors: NO_DATA.
func (s Slip) imageThere() error {
	if s.ImageRemovedAt.IsZero() {
		return nil
	}
	return fault.NoData.Withf("slip: the image of slip %v was removed at %v", s.ID, s.ImageRemovedAt)
}

// imagesAtOnce bounds a batch of RemoveImages.
const imagesAtOnce = 100

// RemoveImages removes the images of slips that were decided longer ago than ImageRetention, in batches. The slips
// stay, with their hashes, by which the same file is the same slip. A server that dies over it removes them again:
// there is no harm in that.
func (s *Service) RemoveImages(ctx context.Context) error {
	for ctx.Err() == nil {
		old, err := s.Store.SlipsWithImage(ctx, s.Now().Add(-s.ImageRetention), imagesAtOnce)
		if err != nil || len(old) == 0 {
			return err
		}
		removed := make([]id.ID, len(old))
		for i, slip := range old {
			if err := s.Blobs.Delete(ctx, slip.ImageName); err != nil {
				return err
			}
			removed[i] = slip.ID
		}
		if err := s.Store.ImagesRemoved(ctx, removed, s.Now()); err != nil {
			return err
		}
		s.Log.InfoContext(ctx, "images of old slips were removed", "images", len(old), "decidedUntil", old[len(old)-1].DecidedAt)
	}
	return ctx.Err()
}
