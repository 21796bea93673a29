/** A point of the wheel: the centre is 0,0 and y grows downwards. */
function at(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

/** The degrees, clockwise from the top, at which the middle of a sector lies. The first sector begins at the top. */
export function sectorMiddle(index: number, count: number): number {
  return ((index + 0.5) * 360) / count;
}

/** The path of a sector around 0,0. A wheel of one sector is a disc. */
export function sectorPath(index: number, count: number, radius: number): string {
  if (count === 1)
    return `M${at(0, radius)}A${radius} ${radius} 0 1 1 ${at(180, radius)}A${radius} ${radius} 0 1 1 ${at(0, radius)}Z`;
  const from = (index * 360) / count;
  const to = ((index + 1) * 360) / count;
  return `M0 0L${at(from, radius)}A${radius} ${radius} 0 0 1 ${at(to, radius)}Z`;
}

/** The widest text, in units of the wheel, that a sector holds across at a distance from the centre. */
export function sectorWidth(count: number, distance: number): number {
  return count <= 2 ? 1.5 * distance : 2 * distance * Math.sin(Math.PI / count) * 0.86;
}
