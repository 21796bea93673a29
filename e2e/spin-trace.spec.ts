import { WITH_A_PAST } from './support/editions.ts';
import { session } from './support/person.ts';
import { hub, rigWheel, wonDialog } from './support/spin.ts';
import { openAs } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** How much slower the phone is than this machine. */
const SLOWER = 4;
/** A task that a member would feel, in milliseconds. */
const TASK_MS = 50;
/** The beginning and the end of the turning paint what changes then. */
const EDGE_MS = 150;

/** Of the about hundred frames of a turning, so many may draw something else: an answer that comes. */
const STRAY = 2;

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

test('on a phone four times slower the turning wheel paints nothing, lays out nothing and holds up nothing', async ({
  page,
  edition,
  t,
}) => {
  const at = { page, edition, t };
  // Marks in the trace when the wheel begins to turn and when it stands, and notes what is moved.
  await page.addInitScript(() => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function marked(frames, timing) {
      for (const frame of frames as Keyframe[]) {
        for (const name of Object.keys(frame)) if (name !== 'offset') moved.add(name);
      }
      const animation = animate.call(this, frames, timing);
      const { duration } = timing as KeyframeAnimationOptions;
      if (this.hasAttribute('data-disc') && Number(duration) > 1000) {
        performance.mark('turning');
        void animation.finished.then(() => performance.mark('stands'));
      }
      return animation;
    };
  });
  await rigWheel(page, 8, ['S5']);
  await openAs(page, await session(edition, WITH_A_PAST[edition]), '/user/spin');
  await expect(hub(at)).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  // The words beside the chat's picture leave after a while, and the ring around the button rests.
  await page.waitForTimeout(7000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'toplevel',
        'blink.user_timing',
        'disabled-by-default-devtools.timeline',
      ],
    },
  });
  await hub(at).click();
  // Whoever looked whether it is over would be in the trace.
  await page.waitForTimeout(6000);
  await expect(wonDialog(at)).toBeVisible();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;

  const mark = (name: string) => events.find((event) => event.name === name && event.cat.includes('user_timing'));
  const [begin, end] = [mark('turning'), mark('stands')];
  if (!begin || !end) throw new Error('the wheel did not turn');
  const thread = events.filter(({ pid, tid }) => pid === begin.pid && tid === begin.tid);
  const turning = thread.filter(({ ts }) => ts > begin.ts + EDGE_MS * 1000 && ts < end.ts - EDGE_MS * 1000);
  const count = (name: string) => turning.filter((event) => event.name === name && event.ph !== 'E').length;
  const whole = thread.filter(({ ts }) => ts >= begin.ts && ts <= end.ts);
  const tasks = whole.filter(({ name }) => /RunTask$/.test(name)).map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
  const moved = await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);
  const styled = await page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ href }) => href?.includes('/mf/mf-spin/'))
      .flatMap((sheet) => {
        const names: string[] = [];
        const walk = (rules: CSSRuleList) => {
          for (const rule of rules) {
            if (rule instanceof CSSKeyframesRule) {
              for (const frame of rule.cssRules) names.push(...(frame as CSSKeyframeRule).style);
            } else if ('cssRules' in rule) walk((rule as CSSGroupingRule).cssRules);
          }
        };
        walk(sheet.cssRules);
        return names;
      }),
  );
  const figures = {
    turningMs: Math.round((end.ts - begin.ts) / 1000),
    paints: count('Paint'),
    layouts: count('Layout'),
    tasks: tasks.length,
    longestTaskMs: Math.round(Math.max(0, ...tasks)),
  };
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) });
  process.stdout.write(`  ${JSON.stringify(figures)}\n`);
  expect(moved).toEqual(['transform']);
  expect([...new Set(styled)].filter((name) => !/^(opacity|transform|animation-timing-function)$/.test(name))).toEqual(
    [],
  );
  expect(styled.length, 'animations of style sheets are seen').toBeGreaterThan(0);
  expect(figures.tasks, 'tasks are seen').toBeGreaterThan(0);
  expect(thread.filter(({ name }) => name === 'Paint').length, 'paints are seen').toBeGreaterThan(0);
  expect(figures.paints, 'paints while it turns').toBeLessThanOrEqual(STRAY);
  expect(figures.layouts, 'layouts while it turns').toBeLessThanOrEqual(STRAY);
  expect(figures.longestTaskMs).toBeLessThan(TASK_MS);
});
