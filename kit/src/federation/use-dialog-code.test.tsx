import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SlotHostContext } from './filling';
import { RemoteHost } from './host';
import { defineRemote } from './remote';
import { useDialogCode } from './use-dialog-code';

declare module './slots' {
  interface Slots {
    'test.deposit': object;
    'test.withdraw': object;
    'test.transfer': object;
  }
}

const NAMES = ['test.deposit', 'test.withdraw', 'test.transfer'] as const;
type Name = (typeof NAMES)[number];

function Buttons() {
  const code = useDialogCode();
  return NAMES.map((name) => (
    <button key={name} type="button" {...code.near(name)} onClick={() => code.press(name)}>
      {name}
    </button>
  ));
}

/** A screen with the buttons of three dialogs of one remote; each is a function that loads a dialog's code. */
function setup() {
  const code = () => vi.fn(async () => ({ default: () => null }));
  const loads = { 'test.deposit': code(), 'test.withdraw': code(), 'test.transfer': code() };
  const remote = defineRemote({
    name: 'mf-test',
    routes: [],
    slots: NAMES.map((slot) => ({ slot, load: loads[slot] })),
    loadLocale: async () => ({ default: {} }),
  });
  const runtime = { load: vi.fn(async (): Promise<unknown> => ({ default: remote })), reload: vi.fn() };
  const registered = { name: 'mf-test', version: '1', entry: '/e.js', routes: [], slots: [...NAMES] };
  const registry = { edition: 'thai' as const, remotes: [registered] };
  const host = new RemoteHost({ registry, addTexts: async () => undefined }, runtime);
  render(
    <SlotHostContext value={{ fills: (slot) => host.fills(slot), failed: () => null }}>
      <Buttons />
    </SlotHostContext>,
  );
  const button = (name: Name) => screen.getByRole('button', { name });
  return {
    loads,
    runtime,
    near: (name: Name) => act(async () => void fireEvent.pointerEnter(button(name))),
    press: (name: Name) => act(async () => void fireEvent.click(button(name))),
  };
}

test("the first press of a button whose code came does not ask anew for another dialog's failure", async () => {
  const { loads, near, press } = setup();
  loads['test.withdraw'].mockRejectedValueOnce(new Error('dead'));
  await near('test.deposit');
  await near('test.withdraw');
  await press('test.deposit');
  await near('test.withdraw');
  expect(loads['test.withdraw'], 'its failure is kept for its own press').toHaveBeenCalledTimes(1);
  expect(loads['test.deposit']).toHaveBeenCalledTimes(1);
});

test('nor does one whose code came after a fetch in vain', async () => {
  const { loads, runtime, near, press } = setup();
  runtime.load.mockRejectedValueOnce(new Error('dead'));
  await near('test.deposit');
  await near('test.transfer');
  await press('test.transfer'); // the remote is asked for again, for every dialog of it
  await near('test.deposit');
  expect(loads['test.deposit']).toHaveBeenCalledTimes(1);
  loads['test.withdraw'].mockRejectedValueOnce(new Error('dead'));
  await near('test.withdraw');
  await press('test.deposit');
  await near('test.withdraw');
  expect(loads['test.withdraw']).toHaveBeenCalledTimes(1);
});

test('the press of a button whose code did not come lets it be asked for again, and never loads the page again', async () => {
  const { loads, runtime, near, press } = setup();
  const dead = new Error('dead');
  for (const name of NAMES) {
    loads[name].mockRejectedValueOnce(dead).mockRejectedValueOnce(dead);
    await near(name);
    await near(name);
    expect(loads[name], 'a finger that comes again does not ask again').toHaveBeenCalledTimes(1);
    await press(name);
  }
  expect(runtime.reload).not.toHaveBeenCalled();
});
