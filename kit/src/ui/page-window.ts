/** How many pages are offered before and after the present one (specification 2.4). */
const BEFORE = 3;
const AFTER = 1;

/** How many pages `total` entries fill, at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The pages to offer: three before `page`, itself, and one after, as far as they exist. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, page - BEFORE);
  const last = Math.min(pages, page + AFTER);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
