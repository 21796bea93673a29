interface Apart {
  modules: string[];
  libraries?: RegExp;
  /** So few that they come with the kit's. */
  fewStyles?: true;
}

/**
 * The kit's pieces that a page loads only if it shows them: modules of `kit/src/ui`, with their styles and the
 * libraries that only they need. Each is a script and a style sheet of the shell's, and provide.ts gives each to
 * remotes by itself.
 */
const APART: Record<string, Apart> = {
  dialog: {
    modules: ['dialog', 'confirm-dialog', 'video-dialog', 'tabs'],
    libraries: /\/node_modules\/(@ark-ui|@zag-js|@internationalized)\//,
  },
  // Forms and lists: what home has none of.
  controls: {
    modules: [
      'badge',
      'bank-logo',
      'copy-button',
      'entry-list',
      'field',
      'field-frame',
      'otp-input',
      'pager',
      'qr-image',
      'relative-time',
      'select',
      'share-button',
      'stepper',
      'unfinished',
    ],
  },
  'safe-html': { modules: ['safe-html', 'purify'], libraries: /\/node_modules\/dompurify\//, fewStyles: true },
};

/** The piece that a source, a style sheet, a library or a shared name belongs to. */
export function apartOf(id: string): string | undefined {
  const module = /(?:\/kit\/src|^@krapao\/kit)\/ui\/([\w-]+)(?:\.tsx?|\.module\.css)?$/.exec(id)?.[1] ?? '';
  const isStyle = id.endsWith('.css');
  const found = Object.entries(APART).find(
    ([, { modules, libraries, fewStyles }]) =>
      (modules.includes(module) && !(isStyle && fewStyles)) || libraries?.test(id),
  );
  return found?.[0];
}

/** The names of the pieces. */
export const APART_NAMES = Object.keys(APART);

/** Whether a piece has a style sheet. */
export const isStyled = (name: string) => name in APART && !APART[name]?.fewStyles;
