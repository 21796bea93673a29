package portaltest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// FreeAddress gives an address of the loopback that stays free until the test listens there. Systems give the ports of
// 32768 and above to whoever asks for any; a locked file keeps each of these from the other tests of this machine.
func FreeAddress(t testing.TB) string {
	t.Helper()
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("krapao-test-ports-%d", os.Getuid()))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		address := fmt.Sprintf("127.0.0.1:%d", 30_100+rand.IntN(2_600))
		lock, err := os.OpenFile(filepath.Join(folder, address), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if isFree(address, lock) {
			t.Cleanup(func() { _ = lock.Close() })
			return address
		}
		_ = lock.Close()
	}
	t.Fatal("no free port")
	return ""
}

func isFree(address string, lock *os.File) bool {
	if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		return false
	}
	socket, err := net.Listen("tcp", address)
	return err == nil && socket.Close() == nil
}
