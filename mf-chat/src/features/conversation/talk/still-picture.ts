import { ApiError } from '@krapao/kit/api';

/**
 * A picture as the server takes it: of a GIF its first image, as PNG; any other file as it is. Rejects with KEY_INVALID
 * where the browser cannot draw it.
 */
export async function stillPicture(file: File): Promise<File> {
  if (file.type !== 'image/gif') return file;
  const first = await createImageBitmap(file).catch(() => undefined);
  if (!first) throw new ApiError('KEY_INVALID');
  const canvas = document.createElement('canvas');
  canvas.width = first.width;
  canvas.height = first.height;
  canvas.getContext('2d')?.drawImage(first, 0, 0);
  first.close();
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!drawn) throw new ApiError('KEY_INVALID');
  return new File([drawn], `${file.name}.png`, { type: drawn.type });
}
