import { Gift, HandCoins, LoaderPinwheel, type LucideIcon, UserRoundPlus } from 'lucide-react';

/** The icons of tiles that remotes declare. */
const ICONS = {
  gift: Gift,
  'hand-coins': HandCoins,
  'loader-pinwheel': LoaderPinwheel,
  'user-round-plus': UserRoundPlus,
} satisfies Record<string, LucideIcon>;

/** The name of a tile's icon. */
export type TileIcon = keyof typeof ICONS;

/** The icon of a name; undefined for one that this kit does not have. */
export const iconOf = (name: string): LucideIcon | undefined =>
  Object.hasOwn(ICONS, name) ? ICONS[name as TileIcon] : undefined;
