package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/alecthomas/kong"

	"krapao/server/app"
	"krapao/server/secret"
	"krapao/server/simulator"
)

// environment is where one edition of the demo lives: its addresses and its folder. Two editions share nothing.
type environment struct {
	edition app.Edition
	data    string // the edition's own folder
	listen  string // the host that the portal and the parties' pages listen on
	port    int    // the portal's; operators +1, operations +2, parties +10
	public  string // the host that a browser uses
	https   bool   // the portal is opened through HTTPS, on httpsPort
}

const (
	operatorPort = 1
	opsPort      = 2
	httpsPort    = 3
	partiesPort  = 10
)

// defaultPorts keep the two editions apart.
var defaultPorts = map[app.Edition]int{app.Thai: 8080, app.Laos: 8180}

func newEnvironment(edition app.Edition, data, listen string, port int) (environment, error) {
	if port == 0 {
		port = defaultPorts[edition]
	}
	if port < 1 || port+partiesPort > 65535 {
		return environment{}, fmt.Errorf("--port %d is no port", port)
	}
	if net.ParseIP(listen) == nil && listen != "localhost" {
		return environment{}, fmt.Errorf("--listen %s is no address: give one of this machine's, or 0.0.0.0 for all", listen)
	}
	return environment{edition: edition, data: filepath.Join(data, string(edition)), listen: listen, port: port, public: publicHost(listen)}, nil
}

// publicHost gives the host that a browser uses for a listening address.
func publicHost(listen string) string {
	switch ip := net.ParseIP(listen); {
	case ip == nil || ip.IsLoopback():
		return "localhost"
	case ip.IsUnspecified():
		return lanAddress()
	default:
		return listen
	}
}

// lanAddress gives this machine's address in its network, a private one if it has one, localhost when it is in none.
func lanAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return "localhost"
	}
	found := "localhost"
	for _, address := range addresses {
		network, ok := address.(*net.IPNet)
		if !ok || network.IP.To4() == nil || !network.IP.IsGlobalUnicast() {
			continue
		}
		if network.IP.IsPrivate() {
			return network.IP.String()
		}
		found = network.IP.String()
	}
	return found
}

func (p environment) address(offset int) string {
	return net.JoinHostPort(p.listen, strconv.Itoa(p.port+offset))
}

func (p environment) loopback(offset int) string {
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(p.port+offset))
}

// portal is what a member's browser opens.
func (p environment) portal() string {
	if p.https {
		return "https://" + net.JoinHostPort(p.public, strconv.Itoa(p.port+httpsPort))
	}
	return p.origin(0)
}

// origin is where a listener is without HTTPS.
func (p environment) origin(offset int) string {
	return "http://" + net.JoinHostPort(p.public, strconv.Itoa(p.port+offset))
}

// configuration reads the environment and puts its addresses in.
func (p environment) configuration() (app.Config, error) {
	config, err := fromEnvironment()
	if err != nil {
		return config, err
	}
	config.Edition, config.DataDir, config.DatabaseURL = p.edition, p.data, secret.Text{}
	config.Address, config.OperatorAddress, config.OpsAddress = p.address(0), p.loopback(operatorPort), p.loopback(opsPort)
	config.PublicURL, config.DrainDelay = p.portal(), 0
	config.Front.RemoteOverrides = true // a team tries what it has published
	config.AllowMoneyWithoutTOTP = true // its operators' passwords are printed at the start
	return config, nil
}

// fromEnvironment gives the configuration that the environment's variables and their defaults make.
func fromEnvironment() (app.Config, error) {
	var config app.Config
	parser, err := kong.New(&config)
	if err != nil {
		return config, err
	}
	_, err = parser.Parse(nil)
	return config, err
}

// checkPorts explains a port that is taken before anything is started.
func (p environment) checkPorts(ctx context.Context) error {
	for _, wanted := range [][2]string{
		{"the portal", p.address(0)}, {"operators", p.loopback(operatorPort)}, {"metrics", p.loopback(opsPort)}, {"the simulators", p.address(partiesPort)},
	} {
		what, address := wanted[0], wanted[1]
		socket, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		switch {
		case errors.Is(err, syscall.EADDRINUSE):
			_, port, _ := net.SplitHostPort(address)
			return fmt.Errorf("port %s (%s) is taken by another program: stop it, or choose other ports with --port", port, what)
		case err != nil:
			return fmt.Errorf("%s cannot listen on %s: %w", what, address, err)
		}
		if err := socket.Close(); err != nil {
			return err
		}
	}
	return nil
}

// hold keeps the folder for this process until release.
func (p environment) hold() (release func(), err error) {
	if err := os.MkdirAll(p.data, 0o755); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(p.data, "demo.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("another krapao-demo runs on %s: stop it, or choose another folder with --data", p.data)
	}
	return func() { _ = lock.Close() }, nil
}

// credentials gives what the parties and the server share; made on the first start and kept.
func (p environment) credentials() (simulator.Credentials, error) {
	path := filepath.Join(p.data, "simulator.key")
	text, err := os.ReadFile(path)
	if err == nil {
		return simulator.Credentials{Seed: string(text)}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return simulator.Credentials{}, err
	}
	made := freshCredentials()
	return made, os.WriteFile(path, []byte(made.Seed), 0o600)
}

func freshCredentials() simulator.Credentials {
	seed := make([]byte, 16)
	_, _ = rand.Read(seed) // it does not fail: crypto/rand ends the process instead
	return simulator.Credentials{Seed: hex.EncodeToString(seed)}
}
