import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '../api';
import { errorText } from '../i18n';
import { renderWithProviders } from '../testing';
import { Field } from '../ui/field';
import { EntryForm, typedAmount, useEntryForm } from '.';

const schema = z.object({
  name: z.string().check(z.minLength(1)),
  amount: z.pipe(typedAmount, z.number().check(z.gte(10, { error: 'at least ten' }))),
});

function open({ live = false, send = vi.fn() }: { live?: boolean; send?: (values: object) => unknown } = {}) {
  const held = {
    form: undefined as unknown as ReturnType<typeof useEntryForm<{ name: string; amount: string }, object>>,
  };
  function Screen() {
    held.form = useEntryForm<{ name: string; amount: string }, object>({
      schema,
      defaultValues: { name: '', amount: '' },
      problems: { name: 'a name' },
      say: (problem) => problem,
      live,
      onSubmit: send,
    });
    return (
      <EntryForm form={held.form}>
        <Field label="Name" {...held.form.field('name')} />
        <Field label="Amount" {...held.form.field('amount')} />
        <output>{held.form.waiting ? 'waiting' : 'open'}</output>
        <button type="submit">Send</button>
      </EntryForm>
    );
  }
  return { ...renderWithProviders(<Screen />), held, send };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (user: ReturnType<typeof open>['user']) => user.click(screen.getByRole('button', { name: 'Send' }));

it('sends what the schema makes of an entry', async () => {
  const { user, send } = open();
  await user.type(field('Name'), 'A');
  await user.type(field('Amount'), '12.50');
  await press(user);
  await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'A', amount: 12.5 }));
});

it('says of each field what is wrong, sends nothing and takes the focus to the first', async () => {
  const { user, send } = open();
  await press(user);
  expect(await screen.findByText('a name')).toBeTruthy();
  expect(screen.getByText('at least ten')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(send).not.toHaveBeenCalled();
});

it('a lone point is no amount, and the minimum says so', async () => {
  const { user } = open();
  await user.type(field('Amount'), '.');
  await press(user);
  expect(await screen.findByText('at least ten')).toBeTruthy();
});

it("what nothing is said of is said in the catalogue's words, never in the validator's", async () => {
  const plain = z.object({ name: z.string().check(z.minLength(1)) });
  function Screen() {
    const form = useEntryForm({
      schema: plain,
      defaultValues: { name: '' },
      say: (text) => text,
      onSubmit: () => undefined,
    });
    return (
      <EntryForm form={form}>
        <Field label="Name" {...form.field('name')} />
        <button type="submit">Send</button>
      </EntryForm>
    );
  }
  const { user } = renderWithProviders(<Screen />);
  await press(user);
  expect(await screen.findByText(errorText('KEY_INVALID'))).toBeTruthy();
  expect(screen.queryByText(/Invalid input|KEY_INVALID/)).toBeNull();
});

it('an edit takes back what was said of its field, and of no other', async () => {
  const { user } = open();
  await press(user);
  await screen.findByText('a name');
  await user.type(field('Amount'), '5');
  expect(screen.queryByText('at least ten')).toBeNull();
  expect(screen.getByText('a name')).toBeTruthy();
});

it('who went on to another field meanwhile stays there', async () => {
  const { user } = open();
  await press(user);
  await screen.findByText('a name');
  act(() => field('Amount').focus());
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  expect(document.activeElement).toBe(field('Amount'));
});

it('a live form checks every edit after the first attempt', async () => {
  const { user } = open({ live: true });
  await user.type(field('Amount'), '5');
  expect(screen.queryByText('at least ten')).toBeNull();
  await press(user);
  await screen.findByText('at least ten');
  await user.type(field('Amount'), '0');
  await waitFor(() => expect(screen.queryByText('at least ten')).toBeNull());
});

it('what the server refuses of a field stands there and takes the focus', async () => {
  const { held } = open();
  act(() => held.form.refuse('amount', 'not that much'));
  expect(await screen.findByText('not that much')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Amount')));
});

it('while a rate limit runs nothing is sent, and an edit does not end it', async () => {
  const { user, held, send } = open();
  await user.type(field('Name'), 'A');
  await user.type(field('Amount'), '12');
  act(() => held.form.fail(new ApiError('REQUEST_LIMIT', { status: 429, retryAfter: 30 })));
  await user.type(field('Name'), 'B');
  expect(screen.getByText('waiting')).toBeTruthy();
  await press(user);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(send).not.toHaveBeenCalled();
  act(() => held.form.retry());
  await press(user);
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});

const twice = () => {
  const element = field('Name').form as HTMLFormElement;
  fireEvent.submit(element);
  fireEvent.submit(element);
};
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

/** A form whose call runs until the test ends it. */
function openCall() {
  const calls: ((error?: Error) => void)[] = [];
  function Screen() {
    const [pending, setPending] = useState(false);
    const form = useEntryForm({
      schema: z.object({ name: z.string() }),
      defaultValues: { name: 'A' },
      pending,
      onSubmit: () => {
        // As react-query does, a task later.
        setTimeout(() => setPending(true));
        calls.push((error) => {
          if (error) form.fail(error);
          setPending(false);
        });
      },
    });
    return (
      <EntryForm form={form}>
        <Field label="Name" {...form.field('name')} />
      </EntryForm>
    );
  }
  renderWithProviders(<Screen />);
  return calls;
}

it.each([
  ['refused', new Error('no')],
  ['settled', undefined],
])('two submits in one tick send once, and once the call is %s another submit sends again', async (_, error) => {
  const calls = openCall();
  twice();
  await settle();
  expect(calls).toHaveLength(1);
  twice();
  await settle();
  expect(calls).toHaveLength(1);
  act(() => calls[0]?.(error));
  twice();
  await settle();
  expect(calls).toHaveLength(2);
});

it('a form that only asks a question asks it once a submit, and again without an edit', async () => {
  const { user, send } = open();
  await user.type(field('Name'), 'A');
  await user.type(field('Amount'), '12');
  twice();
  await settle();
  expect(send).toHaveBeenCalledTimes(1);
  twice();
  await settle();
  expect(send).toHaveBeenCalledTimes(2);
});

it('after a refusal that came at once another submit sends again', async () => {
  const { user, held, send } = open({ send: vi.fn(() => held.form.fail(new Error('no'))) });
  await user.type(field('Name'), 'A');
  await user.type(field('Amount'), '12');
  await press(user);
  await press(user);
  await settle();
  expect(send).toHaveBeenCalledTimes(2);
});
