/** A point of the wheel: the centre is 0,0 and y grows downwards. */
function at(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

/** How many degrees of the wheel a sector takes: all sectors are equally wide, whatever their chance. */
export function sectorAngle(count: number): number {
  return 360 / count;
}

/** The degrees, clockwise from the top, at which the middle of a sector lies. The first sector begins at the top. */
export function sectorMiddle(index: number, count: number): number {
  return (index + 0.5) * sectorAngle(count);
}

/** The path of a sector around 0,0. A wheel of one sector is a disc. */
export function sectorPath(index: number, count: number, radius: number): string {
  if (count === 1)
    return `M${at(0, radius)}A${radius} ${radius} 0 1 1 ${at(180, radius)}A${radius} ${radius} 0 1 1 ${at(0, radius)}Z`;
  const from = index * sectorAngle(count);
  return `M0 0L${at(from, radius)}A${radius} ${radius} 0 0 1 ${at(from + sectorAngle(count), radius)}Z`;
}

/** How a label stands on its sector: `across` it, or along the `radius` where sectors are narrow. */
export interface LabelShape {
  along: 'across' | 'radius';
  /** How far its middle is from the centre. */
  distance: number;
  fontSize: number;
  /** What is written: all of it, or as much as fits in letters that can be read. */
  text: string;
}

/** The room for labels: between the hub and the tip of the pointer, which ends at 126 with its shadow. */
const INNER = 59;
const OUTER = 125;
/** From so many sectors on a label stands along the radius. */
const NARROW_FROM = 7;
const LARGEST = 20;
const SMALLEST = 9;
/** A character is about so wide, as a part of the font's size. */
const CHARACTER = 0.6;

/** Letters that stand beside each other: Thai and Lao marks stand above and below them. */
function lettersOf(text: string): string[] {
  return text.match(/\P{M}\p{M}*/gu) ?? [];
}

/** As large as the sector allows, never too small to be read. */
export function labelShape(label: string, count: number): LabelShape {
  const letters = lettersOf(label);
  const radial = count >= NARROW_FROM;
  const distance = radial ? (INNER + OUTER) / 2 : 96;
  const half = Math.PI / Math.max(count, 2);
  const width = radial ? OUTER - INNER : Math.min(150, 2 * distance * Math.sin(half) * 0.84);
  // Letters are as high as the sector is wide where the label begins.
  const height = radial ? 2 * (INNER + 14) * Math.tan(half) * 0.86 : LARGEST;
  const fitting = Math.min(LARGEST, height, width / (letters.length * CHARACTER));
  const fontSize = Math.max(SMALLEST, fitting);
  const isWhole = fontSize === fitting;
  const most = Math.floor(width / (fontSize * CHARACTER));
  const text = isWhole || letters.length <= most ? label : `${letters.slice(0, Math.max(1, most - 1)).join('')}…`;
  return { along: radial ? 'radius' : 'across', distance, fontSize, text };
}
