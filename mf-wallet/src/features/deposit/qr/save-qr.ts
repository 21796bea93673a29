/** Sizes of the saved picture, in pixels. */
const WIDTH = 1080;
const QR = 860;
const TOP = 96;

/** What stands below the code on the saved picture. */
export interface QrCaption {
  amount: string;
  validUntil: string;
}

/** Inside another app's browser (LINE, Facebook, Instagram) nothing can be downloaded. */
export function cannotDownload(agent: string = navigator.userAgent): boolean {
  return /\bLine\/|FBAN|FBAV|Instagram/.test(agent);
}

function drawn(image: HTMLImageElement, caption: QrCaption): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 1320;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(image, (WIDTH - QR) / 2, TOP, QR, QR);
  const font = getComputedStyle(document.body).fontFamily;
  pen.fillStyle = '#1a1840';
  pen.textAlign = 'center';
  pen.font = `700 84px ${font}`;
  pen.fillText(caption.amount, WIDTH / 2, TOP + QR + 150);
  pen.font = `400 44px ${font}`;
  pen.fillText(caption.validUntil, WIDTH / 2, TOP + QR + 236);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Saves a shown QR code as a PNG with its amount and its end. On iOS through the share sheet, because a download there
 * never reaches the photos from which a bank's app reads it. False when it could not be done.
 */
export async function saveQr(image: HTMLImageElement | null, name: string, caption: QrCaption): Promise<boolean> {
  try {
    const blob = image && (await drawn(image, caption));
    if (!blob) return false;
    const file = new File([blob], name, { type: 'image/png' });
    const ios = /iPad|iPhone|iPod/.test(navigator.userAgent);
    if (ios && navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
    else download(file);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
