import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  clearSession,
  forcedExitOf,
  forceExit,
  getGuestId,
  getInviteCode,
  getLastSync,
  getToken,
  keepGuestId,
  registerForcedExit,
  setInviteCode,
  setLastSync,
  setToken,
  subscribeSession,
} from '.';

describe('the session on the device', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('keeps a remembered token in persistent storage and any other for the browser session only', () => {
    setToken('a', { remember: true });
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['a', null]);
    setToken('b', { remember: false });
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'b']);
    expect(getToken()).toBe('b');
  });

  it('forgets token, agreement and sync time at logout, but not the invite code or the language', () => {
    setToken('a', { remember: true });
    localStorage.setItem('remember-agreement', '3');
    setLastSync(new Date(0));
    setInviteCode('PR1');
    localStorage.setItem('locale', 'la');
    clearSession();
    expect([getToken(), localStorage.getItem('remember-agreement'), getLastSync()]).toEqual([null, null, null]);
    expect([getInviteCode(), localStorage.getItem('locale')]).toEqual(['PR1', 'la']);
  });

  it('leaves no conversation of a guest behind for the next member', () => {
    const guestId = keepGuestId();
    clearSession();
    expect(getGuestId()).toBe(guestId);
    setToken('a', { remember: true });
    clearSession();
    expect(getGuestId()).toBeNull();
  });

  it('tells listeners about login, logout and another tab, until they leave', () => {
    const listener = vi.fn();
    const leave = subscribeSession(listener);
    setToken('a', { remember: true });
    clearSession();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(listener).toHaveBeenCalledTimes(3);
    leave();
    setToken('b', { remember: true });
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('works in a browser that forbids storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    setToken('a', { remember: true });
    expect(getToken()).toBe('a');
    clearSession();
    expect(getToken()).toBeNull();
  });
});

describe('forced exits', () => {
  it.each([
    ['gone', 'terminated'],
    ['invalid-token', 'login'],
    ['EXPIRED_AUTH_TOKEN', 'login'],
    ['INVALID_USER_1', 'login'],
    ['INVALID_USER_4', 'login'],
    ['INVALID_USER_INFO', null],
    ['WRONG_CREDENTIAL', null],
  ])('%s leads to %s', (code, exit) => {
    expect(forcedExitOf(code)).toBe(exit);
  });

  it('ends the session and leaves the way the shell registered', () => {
    const leave = vi.fn();
    const undo = registerForcedExit(leave);
    setToken('a', { remember: true });
    forceExit('login', 'EXPIRED_AUTH_TOKEN');
    expect(leave).toHaveBeenCalledWith('login', 'EXPIRED_AUTH_TOKEN');
    expect(getToken()).toBeNull();
    undo();
    forceExit('terminated', 'gone');
    expect(leave).toHaveBeenCalledTimes(1);
  });
});
