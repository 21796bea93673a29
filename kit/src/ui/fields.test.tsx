import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderWithProviders } from '../testing';
import { Button } from './button';
import { Field } from './field';
import { OtpInput } from './otp-input';
import { Select } from './select';

function value(label: string): string {
  return screen.getByLabelText<HTMLInputElement>(label).value;
}

describe('a field', () => {
  it('ties its error to the input and reads it out', async () => {
    renderWithProviders(<Field label="Phone" kind="tel" error="wrong number" hint="ten digits" />);
    const input = screen.getByLabelText('Phone');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('wrong number');
    expect(screen.getByRole('alert').textContent).toBe('wrong number');
    expect(screen.queryByText('ten digits')).toBeNull();
    await expectAccessible();
  });

  it.each([
    ['tel', '081-234 5678', '0812345678'],
    ['numeric', '๐๑๒໓໔', '01234'],
    ['amount', '1,234.567', '1234.56'],
    ['amount', '12.3.4', '12.34'],
    ['text', ' free 1.2 ', ' free 1.2 '],
  ] as const)('of kind %s turns %s into %s', async (kind, typed, cleaned) => {
    const change = vi.fn();
    const { user } = renderWithProviders(<Field label="Entry" kind={kind} onValueChange={change} />);
    await user.click(screen.getByLabelText('Entry'));
    await user.paste(typed);
    expect(value('Entry')).toBe(cleaned);
    expect(change).toHaveBeenLastCalledWith(cleaned);
  });

  it('writes in upper case where it is asked to', async () => {
    const { user } = renderWithProviders(<Field label="Code" uppercase />);
    await user.type(screen.getByLabelText('Code'), 'ab1');
    expect(value('Code')).toBe('AB1');
  });

  it('shows and hides a password', async () => {
    const { user } = renderWithProviders(<Field label="Password" kind="password" autoComplete="current-password" />);
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  });
});

describe('a select', () => {
  it('offers its options and says what was chosen', async () => {
    const change = vi.fn();
    const options = [
      { value: 'KBANK', label: 'Kasikorn' },
      { value: 'SCB', label: 'Siam' },
    ];
    const { user } = renderWithProviders(<Select label="Bank" options={options} value="" onValueChange={change} />);
    await user.selectOptions(screen.getByLabelText('Bank'), 'Siam');
    expect(change).toHaveBeenCalledWith('SCB');
    await expectAccessible();
  });
});

describe('the code input', () => {
  function Code({ onComplete }: { onComplete: (code: string) => void }) {
    const [code, setCode] = useState('');
    return <OtpInput value={code} onValueChange={setCode} onComplete={onComplete} />;
  }

  it('takes a pasted code with spaces whole, and tells once when it is complete', async () => {
    const complete = vi.fn();
    const { user } = renderWithProviders(<Code onComplete={complete} />);
    const input = screen.getByLabelText('6-digit OTP code');
    expect(input.getAttribute('autocomplete')).toBe('one-time-code');
    await user.click(input);
    await user.paste('123 4567');
    expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
    await user.type(input, '9');
    expect(complete).toHaveBeenCalledTimes(1);
    await expectAccessible();
  });

  it('takes digits one by one', async () => {
    const complete = vi.fn();
    const { user } = renderWithProviders(<Code onComplete={complete} />);
    await user.type(screen.getByLabelText('6-digit OTP code'), '12a34-56');
    expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
  });
});

describe('a button', () => {
  it('swallows presses and submits while it loads, and keeps its name', async () => {
    const press = vi.fn();
    const submit = vi.fn();
    const { user } = renderWithProviders(
      <form onSubmit={submit}>
        <Button type="submit" loading onClick={press}>
          Send
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Send', busy: true }));
    expect(press).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
  });
});
