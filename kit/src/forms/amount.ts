import * as z from 'zod/mini';

/**
 * An amount in the major unit as it is typed. Nothing entered is 0, and so is a lone point: both are below a minimum.
 */
export const typedAmount = z.pipe(
  z.string(),
  // What it takes is declared as Number declares it: applications rely on this type.
  z.transform<Parameters<typeof Number>[0], number>((text) => Number(text) || 0),
);
