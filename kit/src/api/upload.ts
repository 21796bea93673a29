/** What an upload needs of fetch's options. */
interface Sent extends RequestInit {
  headers: Headers;
  signal: AbortSignal;
}

/** Statuses that have no body; a Response refuses one for them. */
const BODILESS: readonly number[] = [204, 205, 304];

function responseOf(call: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of call.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(BODILESS.includes(call.status) ? null : call.responseText, { status: call.status, headers });
}

/** What fetch does, and tells meanwhile how much of the body has left (0 to 1), which fetch cannot. */
export function sendWatched(url: string, init: Sent, onUpload: (part: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(init.method ?? 'GET', url);
    for (const [name, value] of init.headers) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onUpload(loaded / total);
    };
    const abort = () => call.abort();
    call.onload = () => resolve(responseOf(call));
    call.onerror = () => reject(new TypeError('no answer'));
    call.onabort = () => reject(init.signal.reason);
    call.onloadend = () => init.signal.removeEventListener('abort', abort);
    init.signal.addEventListener('abort', abort);
    if (init.signal.aborted) reject(init.signal.reason);
    else call.send(init.body as XMLHttpRequestBodyInit | null | undefined);
  });
}
