/** Where a game opens: a tab of its own, or this page. */
export interface LaunchTarget {
  /** Goes to an address. */
  go: (url: string) => void;
  /** Posts fields to an address, as a form of the provider's own sign-in page would. */
  post: (url: string, fields: Record<string, string>) => void;
  /** The game does not open after all: the empty tab goes away, and this page stays. */
  drop: () => void;
}

/** The page that the member sees; the tests replace it. */
export const page = {
  openTab: (): Window | null => window.open('', '_blank'),
  go: (url: string): void => window.location.assign(url),
};

/** A real form with hidden fields, sent by itself. `submit` is called past any field of that name. */
function submitForm(into: Document, url: string, fields: Record<string, string>): void {
  const form = into.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = into.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  into.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
  form.remove();
}

/**
 * What the empty tab shows until the game is there; the tab inherits our policy, under which only these ways to style
 * it work.
 */
function showWaiting(into: Document, text: string): void {
  const viewport = into.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  into.head.append(viewport);
  into.title = text;
  into.documentElement.style.colorScheme = 'light dark';
  Object.assign(into.body.style, {
    display: 'grid',
    placeItems: 'center',
    minHeight: '80vh',
    margin: '24px',
    font: '500 18px / 1.6 system-ui, sans-serif',
    textAlign: 'center',
  });
  into.body.textContent = text;
}

/**
 * Opens the place for a game within the tap, since a tab opened after an answer is a blocked pop-up. Where no tab can
 * be had (some in-app browsers) the game opens in this page. `waiting` is read in the empty tab until the game is
 * there.
 */
export function openTarget(inNewTab: boolean, waiting: string): LaunchTarget {
  const tab = inNewTab ? page.openTab() : null;
  if (!tab) {
    let dropped = false;
    return {
      go: (url) => {
        if (!dropped) page.go(url);
      },
      post: (url, fields) => {
        if (!dropped) submitForm(document, url, fields);
      },
      drop: () => {
        dropped = true;
      },
    };
  }
  showWaiting(tab.document, waiting);
  return {
    go: (url) => {
      // The game must not reach back to the wallet that opened it.
      tab.opener = null;
      tab.location.replace(url);
    },
    post: (url, fields) => {
      tab.opener = null;
      submitForm(tab.document, url, fields);
    },
    drop: () => tab.close(),
  };
}

/** Whether an address may be opened as a game or an app: https, or http of this very machine, as in a demo. */
export function isOpenable(url: string | null | undefined): url is string {
  if (!url) return false;
  try {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
  } catch {
    return false;
  }
}
