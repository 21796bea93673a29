package chat

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/server/daily"
	"krapao/server/fault"
)

// UploadBounds are the most bytes of files on a day of Asia/Bangkok.
type UploadBounds struct {
	// Party bounds one member or guest, Network the guests of one network, Guests all guests together.
	Party, Network, Guests int64
}

// DefaultUploadBounds are those that no setting changes.
var DefaultUploadBounds = UploadBounds{Party: 100 << 20, Network: 200 << 20}

// UploadQuota bounds what a name uploads on a day.
type UploadQuota struct {
	Name string
	// Most is in bytes.
	Most int64
}

const (
	// unnamedLife is how long a file is kept that no message names.
	unnamedLife = time.Hour
	// quotaDays is how many days back bytes are known.
	quotaDays = 2
	// removedAtOnce is how many files are removed between two looks at the database.
	removedAtOnce = 100
)

// quotas are those that an upload counts for.
func (s *Service) quotas(input UploadInput) []UploadQuota {
	quotas := []UploadQuota{{"party:" + input.Party.name(), s.UploadBounds.Party}}
	if input.Party.Member == 0 {
		quotas = append(quotas, UploadQuota{"network:" + input.Address, s.UploadBounds.Network}, UploadQuota{"guests", s.UploadBounds.Guests})
	}
	return quotas
}

// haveQuotas refuses an upload where not a byte is left: drawing it would cost us and come to nothing. Errors: as
// takeQuotas.
func (s *Service) haveQuotas(ctx context.Context, input UploadInput) error {
	now := s.Now()
	for _, quota := range s.quotas(input) {
		taken, err := s.Store.UploadQuotaTaken(ctx, daily.On(now), quota.Name)
		if err != nil {
			return err
		}
		if taken >= quota.Most {
			return tooManyBytes(quota, now)
		}
	}
	return nil
}

// takeQuotas counts a file's bytes against everybody's whom it counts for. Errors: REQUEST_LIMIT_1MIN until the next
// day.
func (s *Service) takeQuotas(ctx context.Context, input UploadInput, bytes int64) error {
	now := s.Now()
	for _, quota := range s.quotas(input) {
		taken, err := s.Store.TakeUploadQuota(ctx, daily.On(now), quota, bytes)
		if err != nil {
			return err
		}
		if !taken {
			return tooManyBytes(quota, now)
		}
	}
	return nil
}

func tooManyBytes(quota UploadQuota, now time.Time) error {
	next := daily.On(now).Add(1)
	midnight := time.Date(next.Year(), next.Month(), next.Day(), 0, 0, 0, 0, daily.Zone)
	return fault.RequestLimit1Min.After(midnight.Sub(now)).Withf("chat: files of more than %d bytes a day", quota.Most)
}

// nameUpload keeps a file for the message that names it. Errors: KEY_INVALID, when it is gone.
func (s *Service) nameUpload(ctx context.Context, name string) error {
	err := s.Store.NameUpload(ctx, name)
	if errors.Is(err, fault.NoData) {
		return fault.KeyInvalid.Withf("chat: the upload %s is gone", name)
	}
	return err
}

// RemoveFiles removes files that no message named within an hour, and those that were kept long enough. Each row goes
// after its file, so what breaks off is done again. A file that cannot be deleted keeps its row, and none of the others
// waits for it.
func (s *Service) RemoveFiles(ctx context.Context) error {
	now := s.Now()
	stuck := map[string]error{}
	for {
		names, err := s.Store.RetireUploads(ctx, now.Add(-unnamedLife), now.Add(-s.FileRetention), removedAtOnce)
		if err != nil {
			return err
		}
		gone := s.deleteFiles(ctx, names, stuck)
		if err := s.Store.DropUploads(ctx, gone); err != nil {
			return err
		}
		if len(names) < removedAtOnce || len(gone) == 0 {
			return errors.Join(append(slices.Collect(maps.Values(stuck)), s.Store.DropUploadQuotas(ctx, daily.On(now).Add(-quotaDays)))...)
		}
	}
}

// deleteFiles gives the names of the files that went, and says in stuck why the others did not.
func (s *Service) deleteFiles(ctx context.Context, names []string, stuck map[string]error) (gone []string) {
	for _, name := range names {
		if err := s.Blobs.Delete(ctx, blobName(name)); err != nil {
			stuck[name] = fmt.Errorf("chat: removing the file %s: %w", name, err)
		} else {
			gone = append(gone, name)
		}
	}
	return gone
}
