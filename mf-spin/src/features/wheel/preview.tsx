import { Clover, Coins, Crown, Gem, Gift, Sparkles, Star, Ticket } from 'lucide-react';
import type { SpinSlice } from '../../api/gen/model';
import { ICON, type Sector } from './wheel-drawing';

const INK = '#1a1840';
const PAPER = '#fffaf0';
const INDIGO = { background: '#2b2780', color: '#ffd88a' };
const MARIGOLD = { background: '#f7ad2d', color: INK };
const LILAC = { background: '#4f48c4', color: PAPER };
const CREAM = { background: '#fff0cc', color: '#2b2780' };

const icon = { size: ICON, strokeWidth: 1.9 };

/** A wheel that promises nothing: pictures instead of prizes, shown until the server names the real ones. */
export const PREVIEW: Sector[] = [
  { key: 'gift', ...INDIGO, icon: <Gift {...icon} /> },
  { key: 'coins', ...MARIGOLD, icon: <Coins {...icon} /> },
  { key: 'star', ...LILAC, icon: <Star {...icon} /> },
  { key: 'gem', ...CREAM, icon: <Gem {...icon} /> },
  { key: 'ticket', ...INDIGO, icon: <Ticket {...icon} /> },
  { key: 'crown', ...MARIGOLD, icon: <Crown {...icon} /> },
  { key: 'sparkles', ...LILAC, icon: <Sparkles {...icon} /> },
  { key: 'clover', ...CREAM, icon: <Clover {...icon} /> },
];

/** The server's sectors as they are drawn. */
export function sectorsOf(slices: SpinSlice[]): Sector[] {
  return slices.map(({ code, label, bgColor, textColor }) => ({
    key: code,
    background: bgColor,
    color: textColor,
    label,
  }));
}
