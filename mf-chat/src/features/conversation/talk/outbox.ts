import { errorCode, isUnanswered, serverNow } from '@krapao/kit/api';
import { randomId } from '@krapao/kit/session';
import type { ChatButton, ChatDelivery, ChatItem, ChatMessage } from '../../../api/gen/model';
import { post, upload } from './api';
import type { Speaker } from './speaker';

/** A second tap on the same button within this time is the same tap, in milliseconds. */
const DOUBLE_TAP_MS = 1000;

/** What is sent, and what becomes of it. */
export interface OutboxInput {
  speaker: Speaker;
  /** Awaited before the first message leaves. */
  ready: () => Promise<void>;
  onAdd: (item: ChatItem) => void;
  onChange: (id: string, change: (item: ChatItem) => ChatItem) => void;
  /** A message was refused, or got no answer; `isUpload`: its file was. */
  onFailed: (error: unknown, isUpload: boolean) => void;
  /** Whether the other side is in reach: what gets no answer meanwhile waits, and has not failed. */
  isConnected: () => boolean;
  onWaiting: () => void;
}

/** An earlier message waits: this one is not to overtake it. */
const BEHIND = new Error('behind a message that waits');

const delivered = (item: ChatItem, deliver: Partial<ChatDelivery>): ChatItem => ({
  ...item,
  message: { ...item.message, deliver: { id: item._id, status: 'sending', ...item.message.deliver, ...deliver } },
});

/** The message as before its file was uploaded. */
function withoutPath(message: ChatMessage): ChatMessage {
  const { filePath: _gone, ...payload } = message.payload ?? {};
  return { ...message, payload };
}

/** What this page sends: one message after the other, each under an id that makes sending it again harmless. */
export class Outbox {
  private readonly input: OutboxInput;
  private readonly files = new Map<string, File>();
  private readonly messages = new Map<string, ChatMessage>();
  /**
   * What got no answer while there was no connection and what came after it, in the order of sending. Each stays until
   * it is answered.
   */
  private readonly waiting = new Set<string>();
  private isTryingAgain = false;
  private last: Promise<void>;
  private pressed: { button: string; at: number } | undefined;

  constructor(input: OutboxInput) {
    this.input = input;
    this.last = Promise.resolve();
  }

  text(message: string): void {
    this.add({ message_type: 'text', payload: { message } });
  }

  press({ title, payload }: ChatButton): void {
    const button = JSON.stringify({ title, payload });
    const now = Date.now();
    if (this.pressed?.button === button && now - this.pressed.at < DOUBLE_TAP_MS) return;
    this.pressed = { button, at: now };
    this.add({ message_type: 'postback', payload: { title, message: button } });
  }

  file(file: File, fileType: 'image' | 'video'): void {
    this.add({ message_type: 'media', payload: { message: file.name, url: true, fileType, name: file.name } }, file);
  }

  /** Sends again what failed, under its id. A file that the server has already is not sent twice. */
  resend(id: string): void {
    if (!this.messages.has(id)) return;
    void this.send(id);
  }

  /**
   * Sends what waits for the connection, one after the other and under its ids. What is written meanwhile is behind it.
   */
  async sendWaiting(): Promise<void> {
    if (this.isTryingAgain) return;
    this.isTryingAgain = true;
    await this.last;
    for (const id of this.waiting) {
      await this.send(id, () => post(this.input.speaker, id, this.held(id)));
      if (this.waiting.has(id)) break;
    }
    this.isTryingAgain = false;
  }

  /**
   * Takes over what another outbox of the same person has not sent, to be sent when what waits is; the id stays, so it
   * is stored once.
   */
  takeOver(other: Outbox, item: ChatItem): void {
    const id = item._id;
    const message = other.messages.get(id);
    if (!message) return;
    const file = other.files.get(id);
    other.forget(id);
    this.messages.set(id, file ? withoutPath(message) : message);
    if (file) this.files.set(id, file);
    const hasFailed = item.message.deliver?.status === 'failed';
    this.input.onAdd(hasFailed ? item : delivered(item, { status: 'sending' }));
    if (!hasFailed) this.waiting.add(id);
  }

  /** Forgets a message that was not sent. */
  forget(id: string): void {
    this.messages.delete(id);
    this.files.delete(id);
    this.waiting.delete(id);
  }

  /** A message came back: the server has it, also where the answer that says so is lost. */
  arrived(id: string): void {
    this.messages.delete(id);
    this.waiting.delete(id);
  }

  /** The file of a message of this page, to show it before the server does. */
  fileOf(id: string): File | undefined {
    return this.files.get(id);
  }

  private add(message: ChatMessage, file?: File): void {
    const id = randomId();
    this.messages.set(id, message);
    if (file) this.files.set(id, file);
    const createdAt = new Date(serverNow()).toISOString();
    this.input.onAdd({ _id: id, sender: 'customer', session_id: '', createdAt, message });
    void this.send(id);
  }

  private get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  private async send(id: string, deliver = () => this.posted(id)): Promise<void> {
    const { onChange, onFailed, onWaiting } = this.input;
    try {
      await this.uploaded(id);
      onChange(id, (item) => delivered(item, { status: 'sending' }));
      const createdAt = await deliver();
      onChange(id, (item) => delivered({ ...item, createdAt }, { status: 'succeed' }));
      this.arrived(id);
    } catch (error) {
      const message = this.messages.get(id);
      // Taken away meanwhile.
      if (!message) return;
      if (this.waits(id, error)) {
        this.waiting.add(id);
        onChange(id, (item) => delivered(item, { status: 'sending' }));
        return onWaiting();
      }
      this.waiting.delete(id);
      const isUpload = this.isToUpload(id);
      // The server removes a file that no message named in time: the next try uploads it anew.
      if (errorCode(error) === 'KEY_INVALID' && this.files.has(id)) this.messages.set(id, withoutPath(message));
      onChange(id, (item) => delivered(item, { status: 'failed' }));
      onFailed(error, isUpload);
    }
  }

  /**
   * Whether a message waits for a connection after this error. An upload does so only where the device itself is
   * offline: a file that never gets through would leave again and again.
   */
  private waits(id: string, error: unknown): boolean {
    if (error === BEHIND) return true;
    if (!isUnanswered(error)) return false;
    return this.isToUpload(id) ? !navigator.onLine : !this.input.isConnected();
  }

  private isToUpload(id: string): boolean {
    return this.files.has(id) && !this.messages.get(id)?.payload?.filePath;
  }

  private held(id: string): ChatMessage {
    const message = this.messages.get(id);
    if (!message) throw new Error('it was taken away');
    return message;
  }

  /**
   * Uploads the file of a message, if it has one that the server does not have yet. It is read from the device each
   * time.
   */
  private async uploaded(id: string): Promise<void> {
    const file = this.files.get(id);
    const message = this.messages.get(id);
    const fileType = message?.payload?.fileType;
    if (!file || !fileType || message.payload?.filePath) return;
    const deliver = { id: `chat-upload-${id}`, status: 'uploading_file' as const, progress: 0 };
    this.input.onChange(id, (item) => delivered(item, deliver));
    const onPart = (part: number) =>
      this.input.onChange(id, (item) => delivered(item, { ...deliver, progress: Math.floor(part * 100) }));
    const filePath = await upload(this.input.speaker, { file, fileType, onPart });
    const whole = { ...message, payload: { ...message.payload, filePath } };
    if (this.messages.has(id)) this.messages.set(id, whole);
    this.input.onChange(id, (item) => ({ ...item, message: { ...whole, deliver } }));
  }

  /** Sends a message after those before it: the server keeps the order in which they come. */
  private posted(id: string): Promise<string> {
    if (this.isWaiting) return Promise.reject(BEHIND);
    const answer = this.last.then(async () => {
      // The one before it got no answer.
      if (this.isWaiting) throw BEHIND;
      await this.input.ready();
      return post(this.input.speaker, id, this.held(id));
    });
    this.last = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  }
}
