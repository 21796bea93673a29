/**
 * Every place and the props of what fills it. The application whose page shows a place adds it here in its
 * `src/slots.ts`: `declare module '@krapao/kit/federation' { interface Slots { 'home.spin': HomeTileProps } }`. Those
 * files are in the type check of every application, so that who fills a place and who shows it mean the same props, and
 * neither imports the other.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be extended.
export interface Slots {}

/** The name of a place, such as `home.spin`. */
export type SlotName = keyof Slots;
