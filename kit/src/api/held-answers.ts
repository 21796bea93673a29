/** How many answers are held; only calls that send an ETag have one. */
const MOST = 20;

interface Held {
  tag: string;
  body: unknown;
}

/**
 * The last answers of GETs that came with an ETag, in memory only: the server says no-store. Asked again, the server
 * may answer 304 and send nothing. Another session's answers are forgotten.
 */
class HeldAnswers {
  private token: string | null = null;
  private readonly answers = new Map<string, Held>();

  /** Adds If-None-Match where an answer of this session is held, and gives that answer. */
  ask(call: { url: string; method: string | undefined; token: string | null; headers: Headers }): Held | undefined {
    if (!isGet(call.method) || call.token !== this.token || call.headers.has('If-None-Match')) return undefined;
    const held = this.answers.get(call.url);
    if (held) call.headers.set('If-None-Match', held.tag);
    return held;
  }

  keep(call: {
    url: string;
    method: string | undefined;
    token: string | null;
    response: Response;
    body: unknown;
  }): void {
    const tag = call.response.headers.get('ETag');
    if (!isGet(call.method) || !call.response.ok || tag === null) return;
    if (call.token !== this.token) {
      this.answers.clear();
      this.token = call.token;
    }
    this.answers.delete(call.url);
    this.answers.set(call.url, { tag, body: call.body });
    const oldest = this.answers.keys().next().value;
    if (this.answers.size > MOST && oldest !== undefined) this.answers.delete(oldest);
  }
}

const isGet = (method: string | undefined) => method === undefined || method.toUpperCase() === 'GET';

/** The page's. */
export const heldAnswers = new HeldAnswers();
