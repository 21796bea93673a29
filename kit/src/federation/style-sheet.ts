/** How often a style sheet is asked for, and how long it rests between, in milliseconds. */
const TRIES = 3;
const REST_MS = 1000;

function linked(href: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.onload = () => resolve(true);
    link.onerror = () => {
      link.remove();
      resolve(false);
    };
    document.head.append(link);
  });
}

async function load(href: string): Promise<void> {
  if (document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`)?.sheet) return;
  for (let left = TRIES; left > 0; left -= 1) {
    if (await linked(href)) return;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  throw new Error(`${href} did not load`);
}

/**
 * Links style sheets that the page has not yet, and waits for them: a module that awaits it is never drawn without its
 * styles. `hrefs`: URLs, separated by spaces. Errors: one that did not load.
 */
export async function styled(hrefs: string): Promise<void> {
  await Promise.all(hrefs.split(' ').filter(Boolean).map(load));
}
