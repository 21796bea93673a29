/** What may be attached (specification 5): the kind of each type, and the most megabytes of a kind. */
const KINDS: Record<string, 'image' | 'video'> = {
  'video/quicktime': 'video',
  'video/mp4': 'video',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/gif': 'image',
};
const MOST_MB = { image: 10, video: 20 };
const MB = 1024 * 1024;

/** The types for a file picker. */
export const TAKEN_TYPES = Object.keys(KINDS).join(',');

/** Whether a file may be attached: its kind, or why not, with the most megabytes. */
export type FileVerdict =
  | { kind: 'image' | 'video' }
  | { problem: 'notSupported' }
  | { problem: 'tooLarge'; limit: number };

/** Looks at a file's name, type and size; what is in it the server looks at. */
export function judge(file: Pick<File, 'name' | 'type' | 'size'>): FileVerdict {
  const kind = KINDS[file.type.toLowerCase()];
  if (!/[^.]\.[^.]+$/.test(file.name) || kind === undefined) return { problem: 'notSupported' };
  const limit = MOST_MB[kind];
  return file.size > limit * MB ? { problem: 'tooLarge', limit } : { kind };
}
