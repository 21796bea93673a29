/** The address of a banner's picture: its path below the origin that the calls go to (specification 9). */
export function addressOf(image: string): string {
  return `/${image.replace(/^\/+/, '')}`;
}
