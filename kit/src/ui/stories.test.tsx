import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import { cleanup } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import preview from '../../.storybook/preview';
import { expectAccessible } from '../testing';

const components = Object.keys(import.meta.glob(['./*.tsx', '../forms/*.tsx'])).filter(
  (path) => !/\.(test|stories)\./.test(path),
);
const stories = import.meta.glob<Parameters<typeof composeStories>[0]>(['./*.stories.tsx', '../forms/*.stories.tsx'], {
  eager: true,
});

/** What is shown only with others: the frame that Field and Select share, and the element around a form. */
const PARTS = ['./field-frame.tsx', '../forms/entry-form.tsx'];

HTMLMediaElement.prototype.pause = () => undefined;
setProjectAnnotations(preview);

describe('the story book', () => {
  it('shows every component', () => {
    const shown = Object.keys(stories).map((path) => path.replace('.stories', ''));
    expect(components.filter((path) => !PARTS.includes(path)).sort()).toEqual(shown.sort());
  });

  const all = Object.entries(stories).flatMap(([path, module]) =>
    Object.entries(composeStories(module) as Record<string, { run: () => Promise<void> }>).map(
      ([name, story]) => [path, name, story] as const,
    ),
  );

  it.each(all)('%s %s is accessible', async (_path, _name, story) => {
    await story.run();
    await expectAccessible();
    cleanup();
  });
});
