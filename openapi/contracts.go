// Package openapi carries the four contracts, each bundled into one file, for the documentation page.
package openapi

import "embed"

// Contracts has dist/portal.yaml, operator.yaml, provider.yaml and payment.yaml.
//
//go:embed dist/portal.yaml dist/operator.yaml dist/provider.yaml dist/payment.yaml
var Contracts embed.FS
