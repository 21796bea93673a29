package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"krapao/server/fault"
)

// bucket is a store in an S3 bucket, or in whatever speaks its protocol.
type bucket struct {
	client       *s3.Client
	name, prefix string
}

// A bucket that does not answer must not hold a job, or a place among the requests under way. The library itself waits
// for an answer as long as its caller does, and tries twice again after a time-out.
const (
	dialTimeout   = 5 * time.Second
	answerTimeout = 10 * time.Second // from the request's last byte to the answer's first
	callTimeout   = 5 * time.Minute  // of a whole file, as an upload may take
)

// timeouts are those of calls to a bucket.
type timeouts struct{ dial, answer, call time.Duration }

func (t timeouts) client() *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().WithTimeout(t.call).
		WithDialerOptions(func(d *net.Dialer) { d.Timeout = t.dial }).
		WithTransportOptions(func(h *http.Transport) { h.ResponseHeaderTimeout = t.answer })
}

// openBucket reads s3://bucket?region=...&endpoint=...&profile=...&prefix=...&use_path_style=true. Region, profile and
// credentials that it does not name are those of the environment, as every tool of AWS finds them.
func openBucket(ctx context.Context, address *url.URL, limits timeouts) (*bucket, error) {
	if address.Host == "" {
		return nil, errors.New("blob: s3:// names no bucket")
	}
	made := &bucket{name: address.Host}
	load := []func(*config.LoadOptions) error{config.WithHTTPClient(limits.client())}
	var endpoint *string
	var pathStyle bool
	for option, values := range address.Query() {
		value := values[len(values)-1]
		var err error
		switch option {
		case "region":
			load = append(load, config.WithRegion(value))
		case "profile":
			load = append(load, config.WithSharedConfigProfile(value))
		case "endpoint":
			endpoint = &value
		case "prefix":
			made.prefix = value
		case "use_path_style", "s3ForcePathStyle": // the second is its old name
			pathStyle, err = strconv.ParseBool(value)
		default:
			err = errors.New("no such option")
		}
		if err != nil {
			return nil, fmt.Errorf("blob: s3 option %.40q: %w", option, err)
		}
	}
	settings, err := config.LoadDefaultConfig(ctx, load...)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	made.client = s3.NewFromConfig(settings, func(o *s3.Options) { o.BaseEndpoint, o.UsePathStyle = endpoint, pathStyle })
	return made, nil
}

func (b *bucket) key(name string) *string { return aws.String(b.prefix + name) }

// Put is described at Store. The file is written to this machine first: a signed upload has its length and its hash in
// front.
func (b *bucket) Put(ctx context.Context, name, contentType string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp("", "krapao-upload-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := os.Remove(file.Name()); err != nil { // it stays while it is open, and a kill leaves nothing
		return err
	}
	if err := write(file); err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = b.client.PutObject(ctx, &s3.PutObjectInput{Bucket: &b.name, Key: b.key(name), ContentType: &contentType, Body: file})
	return err
}

// Get is described at Store.
func (b *bucket) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	found, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &b.name, Key: b.key(name)})
	if _, missing := errors.AsType[*types.NoSuchKey](err); missing {
		return nil, fault.NoData.With(err)
	}
	if err != nil {
		return nil, err
	}
	return found.Body, nil
}

// Delete is described at Store.
func (b *bucket) Delete(ctx context.Context, name string) error {
	_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: b.key(name)})
	if _, missing := errors.AsType[*types.NoSuchKey](err); missing { // some that speak the protocol say so
		return nil
	}
	return err
}
