package app

import (
	"context"
	"errors"
	"fmt"
)

// RunJobsOnce runs every background job one time.
func (a *App) RunJobsOnce(ctx context.Context) error {
	var errs []error
	for _, job := range a.jobs {
		if err := job.run(ctx); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", job.name, err))
		}
	}
	return errors.Join(errs...)
}
