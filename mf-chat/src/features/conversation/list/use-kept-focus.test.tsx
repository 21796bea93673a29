import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

function Place({ hasReply }: { hasReply: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return (
    <div ref={place}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is in reach of the keyboard */}
      <div role="log" tabIndex={0} />
      {hasReply && <button type="button">Reply</button>}
    </div>
  );
}

const settled = () => act(() => new Promise((done) => setTimeout(done)));

test('the history has the focus when what had it goes away', async () => {
  const { rerender } = render(<Place hasReply />);
  act(() => screen.getByRole('button').focus());
  rerender(<Place hasReply={false} />);
  await settled();
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

test('a place that the focus has left before it went away takes it from nobody', async () => {
  const { rerender } = render(<Place hasReply />);
  act(() => screen.getByRole('button').focus());
  act(() => screen.getByRole('button').blur());
  await settled();
  rerender(<Place hasReply={false} />);
  await settled();
  expect(document.activeElement).toBe(document.body);
});
