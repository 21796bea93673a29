const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * The address under which an image shows the server's SVG markup: whatever script it may carry is inert there. Null
 * when the markup holds no SVG.
 */
export function svgDataUrl(markup: string): string | null {
  const start = markup.search(/<svg[\s>]/i);
  const end = markup.toLowerCase().lastIndexOf('</svg>');
  if (start < 0 || end < start) return null;
  const svg = markup.slice(start, end + 6);
  const named = /^<svg[^>]*\sxmlns=/i.test(svg) ? svg : svg.replace(/^<svg/i, `<svg xmlns="${SVG_NAMESPACE}"`);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`;
}
