/** The two products that run side by side; the parties' pages are on the tenth port after the portal's. */
export type Edition = 'thai' | 'laos';

const place = (port: number) => ({
  port,
  portal: `http://localhost:${port}`,
  parties: `http://localhost:${port + 10}`,
});

/** Where each edition is served during the tests. */
export const EDITIONS = { thai: place(18_080), laos: place(18_180) } as const;

/** The language that a new visitor of each edition reads. */
export const LANGUAGE_OF = { thai: 'th', laos: 'la' } as const;

/** The demo's member with a dozen deposits, and its password. */
export const WITH_A_PAST = {
  thai: { phone: '0812345678', password: 'krapao-demo' },
  laos: { phone: '02012345678', password: 'krapao-demo' },
} as const;
