import type { Answers, GameState, Lines, RequestType, Requests, ServerMessage } from './protocol.ts';

/** The part of a WebSocket that is used; tests give another. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface Listener {
  onState(state: GameState): void;
  onConnection(connected: boolean): void;
}

/** The connection was lost before the answer came: whether the request was carried out is not known. */
export class ConnectionLost extends Error {}

interface Waiting {
  text: string;
  sent: boolean;
  onLines: ((lines: Lines) => void) | undefined;
  resolve(answer: never): void;
  reject(error: Error): void;
}

const firstDelay = 250;
const longestDelay = 8000;

/**
 * Plays over a WebSocket that may break: it connects again with growing delays, and opens the followed game again.
 * Requests made meanwhile wait; those that were sent without an answer fail with ConnectionLost.
 */
export class Client {
  private socket: Socket | undefined;
  private connected = false;
  private closed = false;
  private delay = firstDelay;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private followed: { key: string; version: number } | undefined;

  constructor(private readonly connectSocket: () => Socket, private readonly listener: Listener) {
    this.connect();
  }

  /** Lines come several times before the last, which is the answer. */
  request<Type extends RequestType>(type: Type, data: Requests[Type], onLines?: (lines: Lines) => void): Promise<Answers[Type]> {
    const id = ++this.lastId;
    const text = JSON.stringify({ t: type, id, d: data });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, sent: false, onLines, resolve, reject });
      if (this.connected) this.sendWaiting();
    });
  }

  async create(data: Requests['new']): Promise<GameState> {
    return this.follow(await this.request('new', data));
  }

  async open(key: string): Promise<GameState> {
    return this.follow(await this.request('open', { key }));
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private follow(state: GameState): GameState {
    this.followed = { key: state.key, version: state.version };
    this.listener.onState(state);
    return state;
  }

  private connect(): void {
    const socket = this.connectSocket();
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lost();
  }

  private opened(): void {
    this.connected = true;
    this.delay = firstDelay;
    this.listener.onConnection(true);
    // A failure leaves the game as it was last seen; the next request will tell.
    if (this.followed) this.request('open', { key: this.followed.key }).catch(() => {});
    this.sendWaiting();
  }

  private sendWaiting(): void {
    for (const waiting of this.waiting.values()) {
      if (waiting.sent) continue;
      waiting.sent = true;
      this.socket!.send(waiting.text);
    }
  }

  private lost(): void {
    if (this.connected) this.listener.onConnection(false);
    this.connected = false;
    for (const [id, waiting] of this.waiting) {
      if (!waiting.sent) continue;
      this.waiting.delete(id);
      waiting.reject(new ConnectionLost());
    }
    if (this.closed) return;
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(2 * this.delay, longestDelay);
  }

  private receive(message: ServerMessage): void {
    if (message.t === 'state') this.take(message.d);
    const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (!waiting) return;
    if (message.t === 'lines' && !message.d.done) return waiting.onLines?.(message.d);
    this.waiting.delete(message.id!);
    if (message.t === 'error') waiting.reject(new Error(message.d.error));
    else waiting.resolve(message.d as never);
  }

  /** A lower version is old news, and other games are none of ours. */
  private take(state: GameState): void {
    if (state.key !== this.followed?.key || state.version < this.followed.version) return;
    this.followed.version = state.version;
    this.listener.onState(state);
  }
}
