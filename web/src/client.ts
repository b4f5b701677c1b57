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
  /** The colours whose players are connected. */
  onPresent(present: string): void;
}

/** The connection was lost before the answer came: whether the request was carried out is not known. */
export class ConnectionLost extends Error {
  override message = 'the connection was lost; try again';
}

interface Waiting {
  text: string;
  sent: boolean;
  /** Whether it does no harm to send it again where the answer was lost. */
  again: boolean;
  onLines: ((lines: Lines) => void) | undefined;
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** How a request is to be treated, where not as all of its kind. */
interface Manner {
  again?: boolean;
  onLines?: (lines: Lines) => void;
}

const firstDelay = 250;
const longestDelay = 8000;
/** Milliseconds without a word before we ask whether anybody is there: when something was asked, and otherwise. */
const shortSilence = 3000;
const longSilence = 15_000;
/** How long the answer may take before the connection counts as lost. */
const pongPatience = 5000;

/** The server answers these again rather than doing them twice. */
const repeatable = new Set<RequestType>(['open', 'sit', 'move', 'resign', 'glance', 'study']);

/**
 * Plays over a WebSocket that may break, or fall silent: it connects again with growing delays, and opens the followed game
 * again. Requests made meanwhile wait. Of those that were sent without an answer, what may be repeated is sent again, so
 * that no move is lost; the others fail with ConnectionLost.
 */
export class Client {
  private socket: Socket | undefined;
  private connected = false;
  private closed = false;
  private delay = firstDelay;
  private lastId = 0;
  private reconnecting: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private followed: { key: string; version: number } | undefined;

  constructor(private readonly connectSocket: () => Socket, private readonly listener: Listener) {
    this.connect();
  }

  /** `again`: whether it does no harm to send it twice. Lines come several times before the last, which is the answer. */
  request<Type extends RequestType>(
    type: Type, data: Requests[Type], { again = repeatable.has(type), onLines }: Manner = {},
  ): Promise<Answers[Type]> {
    const id = ++this.lastId;
    const text = JSON.stringify({ t: type, id, d: data });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, sent: false, again, onLines, resolve, reject });
      if (this.connected) this.sendWaiting();
    });
  }

  async create(data: Requests['new']): Promise<GameState> {
    return this.follow(await this.request('new', data));
  }

  async open(key: string): Promise<GameState> {
    return this.follow(await this.request('open', { key }));
  }

  /** Takes the seat to which a key invites; `seat` is the key that this makes one's own. */
  async sit(key: string, seat: string): Promise<GameState> {
    return this.follow(await this.request('sit', { key, seat }));
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  /** The network is there again: there is nothing to wait for. */
  hurry(): void {
    if (this.connected || this.closed || this.reconnecting === undefined) return;
    clearTimeout(this.reconnecting);
    this.connect();
  }

  /** The network is gone, which the socket may not notice for long. */
  giveUp(): void {
    if (!this.connected) return;
    const socket = this.socket!;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.lost();
  }

  private follow(state: GameState): GameState {
    this.followed = { key: state.key, version: state.version };
    this.listener.onState(state);
    return state;
  }

  private connect(): void {
    this.reconnecting = undefined;
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
    if (this.followed) this.request('open', { key: this.followed.key }, { again: false }).catch(() => {});
    this.sendWaiting();
    this.listen(shortSilence);
  }

  private listen(time: number): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.ask(), time);
  }

  private ask(): void {
    this.request('ping', {}, { again: false }).catch(() => {});
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.giveUp(), pongPatience);
  }

  private sendWaiting(): void {
    for (const waiting of this.waiting.values()) {
      if (waiting.sent) continue;
      waiting.sent = true;
      this.socket!.send(waiting.text);
      this.listen(shortSilence);
    }
  }

  private lost(): void {
    if (this.connected) this.listener.onConnection(false);
    this.connected = false;
    clearTimeout(this.silence);
    for (const [id, waiting] of this.waiting) {
      if (!waiting.sent) continue;
      waiting.sent = false;
      if (waiting.again && !this.closed) continue;
      this.waiting.delete(id);
      waiting.reject(new ConnectionLost());
    }
    if (this.closed) return;
    this.reconnecting = setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(2 * this.delay, longestDelay);
  }

  private receive(message: ServerMessage): void {
    this.listen(longSilence);
    if (message.t === 'state') this.take(message.d);
    if (message.t === 'present' && message.d.key === this.followed?.key) this.listener.onPresent(message.d.present);
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
