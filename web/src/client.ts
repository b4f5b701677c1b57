import { messageBurst, messagesPerSecond, mostMessageBytes } from './limits.ts';
import type { Answers, GameState, Lines, Played, RequestType, Requests, ServerMessage } from './protocol.ts';

/** The part of a WebSocket that is used; tests give another. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: { code: number }) => void) | null;
}

export interface Listener {
  onState(state: GameState): void;
  onConnection(connected: boolean): void;
  /** The colours whose players are connected. */
  onPresent(present: string): void;
  /** The connection could not even be opened. */
  onBarred?(): void;
  /** Something went wrong that nobody asked for. */
  onProblem?(problem: Error): void;
}

/** The connection was lost before the answer came: whether the request was carried out is not known. */
export class ConnectionLost extends Error {
  override message = 'the connection was lost; try again';
}

/** The request is longer than a server reads, and was not sent. */
export class TooLong extends Error {
  constructor(readonly bytes: number) {
    super(`the message has ${bytes} bytes where at most ${mostMessageBytes} are read`);
  }
}

/** The other side ended the connection because of what it was sent, and would do so again. */
export class Refused extends Error {
  override message = 'the connection was ended because of this request';
}

/** Too much is asked for now; after so many seconds it may be asked for again. */
export class ComeAgain extends Error {
  constructor(message: string, readonly seconds: number) {
    super(message);
  }
}

/** Whether the same may succeed a little later: nothing is said against it. */
export const isPassing = (reason: unknown): boolean => reason instanceof ConnectionLost || reason instanceof ComeAgain;

/** What is said against a request. */
export const problemOf = ({ error, again }: { error: string; again?: number }): Error =>
  again === undefined ? new Error(error) : new ComeAgain(error, again);

/** What a connection was told of its game: no move twice, and what stands before the first that is told is as it was. */
export class ToldMoves {
  private history: readonly Played[] = [];

  /** Gives a state the whole history; false where moves before it were never told. */
  complete(state: GameState): boolean {
    if (state.from > this.history.length) return false;
    if (state.from > 0) state.history.unshift(...this.history.slice(0, state.from));
    this.history = state.history;
    return true;
  }
}

interface Waiting {
  text: string;
  sent: boolean;
  /** Whether it does no harm to send it again where the answer was lost. */
  again: boolean;
  /** The client asks by itself. */
  unasked: boolean;
  /** How many connections were lost with it. */
  losses: number;
  /** How often it was put off, and when it may be sent again, by performance.now(). */
  puttings: number;
  notBefore: number;
  onLines: ((lines: Lines) => void) | undefined;
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** How a request is to be treated, where not as all of its kind. */
interface Manner {
  again?: boolean;
  unasked?: boolean;
  onLines?: (lines: Lines) => void;
}

const firstDelay = 250;
/** A connection that has lasted as long is a good one, and so is one over which somebody was answered. */
const longestDelay = 8000;
/** What was under way so many times when the connection was lost may be the reason. */
const mostLosses = 3;
/** A request that may be repeated is made again when it is told to come again, so often, and where that is so soon; seconds. */
const [mostPuttings, longestPutting] = [3, 10];
/** With these codes a connection is ended because of what came over it: a message that cannot be read, too long, or one too many. */
const refusals = new Set([1002, 1003, 1007, 1008, 1009, 1011]);
/** On the way messages come closer together: not all that the server would take is used. */
const burst = 0.9 * messageBurst;
const pause = 1000 / messagesPerSecond;
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
 * that no move is lost; the others fail with ConnectionLost. Nothing is sent again that ended the connection, nor more at once
 * than a server takes.
 */
export class Client {
  private socket: Socket | undefined;
  private connected = false;
  /** What the listener was told last. */
  private told: boolean | undefined;
  private closed = false;
  private delay = firstDelay;
  private lastId = 0;
  private reconnecting: ReturnType<typeof setTimeout> | undefined;
  private lasting: ReturnType<typeof setTimeout> | undefined;
  private pacing: ReturnType<typeof setTimeout> | undefined;
  private credit = burst;
  private creditedAt = 0;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private followed: { key: string; version: number } | undefined;
  private readonly moves = new ToldMoves();

  constructor(private readonly connectSocket: () => Socket, private readonly listener: Listener) {
    this.connect();
  }

  /** `again`: whether it does no harm to send it twice. Lines come several times before the last, which is the answer. */
  request<Type extends RequestType>(
    type: Type, data: Requests[Type], { unasked = false, again = !unasked && repeatable.has(type), onLines }: Manner = {},
  ): Promise<Answers[Type]> {
    const id = ++this.lastId;
    const text = JSON.stringify({ t: type, id, d: data }, wellFormed);
    const bytes = utf8.encode(text).length;
    if (bytes > mostMessageBytes) return Promise.reject(new TooLong(bytes));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, sent: false, again, unasked, losses: 0, puttings: 0, notBefore: 0, onLines, resolve, reject });
      if (this.connected) this.sendWaiting();
    });
  }

  /**
   * The game is followed from now on, unless it is not wanted any more when the answer comes: then the one is that was followed before. So
   * it is with the next two.
   */
  async create(data: Requests['new'], isWanted?: () => boolean): Promise<GameState> {
    return this.follow(await this.request('new', data), isWanted);
  }

  async open(key: string, isWanted?: () => boolean): Promise<GameState> {
    return this.follow(await this.request('open', { key }), isWanted);
  }

  /** Takes the seat to which a key invites; `seat` is the key that this makes one's own. */
  async sit(key: string, seat: string, isWanted?: () => boolean): Promise<GameState> {
    return this.follow(await this.request('sit', { key, seat }), isWanted);
  }

  /** The key of the game that is followed. */
  get following(): string | undefined {
    return this.followed?.key;
  }

  /** For good: what is under way or waits fails. */
  close(): void {
    this.closed = true;
    clearTimeout(this.reconnecting);
    this.drop();
  }

  /** The network is there again: there is nothing to wait for. */
  hurry(): void {
    if (this.connected || this.closed || this.reconnecting === undefined) return;
    clearTimeout(this.reconnecting);
    this.connect();
  }

  /** The network is gone, which the socket may not notice for long. */
  giveUp(): void {
    if (this.connected) this.drop();
  }

  private drop(): void {
    const socket = this.socket!;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
    this.lost();
  }

  private follow(state: GameState, isWanted = () => true): GameState {
    if (!isWanted()) {
      this.reopen(); // the server follows what it was asked for last
      return state;
    }
    this.followed = { key: state.key, version: state.version };
    this.listener.onState(state);
    return state;
  }

  private connect(): void {
    this.reconnecting = undefined;
    const socket = this.connectSocket();
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => {
      const message = read(data);
      if (message) this.receive(message);
    };
    socket.onclose = (event) => this.lost(event?.code);
  }

  private opened(): void {
    this.connected = true;
    [this.credit, this.creditedAt] = [burst, performance.now()];
    this.lasting = setTimeout(() => (this.delay = firstDelay), longestDelay);
    this.tell(true);
    this.reopen();
    this.sendWaiting();
    this.listen(shortSilence);
  }

  /**
   * Opens the followed game again, which over this connection nothing is heard of before, however often it is put off. Any other failure
   * leaves the game as it was last seen; the next request will tell.
   */
  private reopen(): void {
    const { followed, socket } = this;
    if (!followed || !this.connected) return;
    this.request('open', { key: followed.key }, { unasked: true }).then(
      () => {
        // Another game was followed meanwhile, and the server was asked for this one after it.
        if (this.followed?.key !== followed.key) this.reopen();
      },
      (reason) => {
        if (!(reason instanceof ComeAgain)) return;
        setTimeout(() => {
          if (this.socket === socket && this.followed === followed) this.reopen();
        }, 1000 * reason.seconds);
      },
    );
  }

  private listen(time: number): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.ask(), time);
  }

  private ask(): void {
    this.request('ping', {}, { unasked: true }).catch(() => {});
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.giveUp(), pongPatience);
  }

  private tell(connected: boolean): void {
    if (connected !== this.told) this.listener.onConnection(connected);
    this.told = connected;
  }

  /** Whether one more may be sent now; if not, the rest is sent when it may. */
  private takeCredit(): boolean {
    const now = performance.now();
    this.credit = Math.min(burst, this.credit + (now - this.creditedAt) / pause);
    this.creditedAt = now;
    if (this.credit >= 1) return this.credit-- > 0;
    this.pacing ??= setTimeout(() => {
      this.pacing = undefined;
      if (this.connected) this.sendWaiting();
    }, pause);
    return false;
  }

  private sendWaiting(): void {
    const now = performance.now();
    for (const waiting of this.waiting.values()) {
      if (waiting.sent || waiting.notBefore > now) continue;
      if (!this.takeCredit()) return;
      waiting.sent = true;
      this.socket!.send(waiting.text);
      this.listen(shortSilence);
    }
  }

  private lost(code = 0): void {
    const wasOpen = this.connected;
    const isRefusal = refusals.has(code);
    this.connected = false;
    if (!this.closed) this.tell(false);
    for (const timer of [this.silence, this.lasting, this.pacing]) clearTimeout(timer);
    this.pacing = undefined;
    for (const [id, waiting] of this.waiting) {
      if (!waiting.sent && !this.closed) continue;
      waiting.sent = false;
      if (waiting.again && !this.closed && !isRefusal && ++waiting.losses < mostLosses) continue;
      this.waiting.delete(id);
      waiting.reject(isRefusal ? new Refused() : new ConnectionLost());
    }
    if (this.closed) return;
    if (!wasOpen) this.listener.onBarred?.();
    this.reconnecting = setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(2 * this.delay, longestDelay);
  }

  private receive(message: ServerMessage): void {
    this.listen(longSilence);
    if (message.t === 'state') {
      if (!this.moves.complete(message.d)) return this.giveUp(); // the next connection is told all
      this.take(message.d);
    }
    if (message.t === 'present' && message.d.key === this.followed?.key) this.listener.onPresent(message.d.present);
    if (message.t === 'error' && message.id === undefined) return this.listener.onProblem?.(problemOf(message.d));
    const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (!waiting) return;
    if (message.t === 'error' && this.isPutOff(waiting, message.d.again)) return;
    if (message.t === 'lines' && !message.d.done) return waiting.onLines?.(message.d);
    this.waiting.delete(message.id!);
    if (!waiting.unasked) this.delay = firstDelay;
    if (message.t === 'error') waiting.reject(problemOf(message.d));
    else waiting.resolve(message.d as never);
  }

  /** Whether it is made again when it was told to come again. */
  private isPutOff(waiting: Waiting, seconds = Infinity): boolean {
    if (!waiting.again || seconds > longestPutting || ++waiting.puttings > mostPuttings) return false;
    waiting.sent = false;
    waiting.notBefore = performance.now() + 1000 * seconds;
    setTimeout(() => {
      waiting.notBefore = 0;
      if (this.connected) this.sendWaiting();
    }, 1000 * seconds);
    return true;
  }

  /** A lower version is old news, and other games are none of ours. */
  private take(state: GameState): void {
    if (state.key !== this.followed?.key || state.version < this.followed.version) return;
    this.followed.version = state.version;
    this.listener.onState(state);
  }
}

const utf8 = new TextEncoder();

/** Half a surrogate pair is no text that may be sent. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value);

/** Undefined where it is no message. */
function read(data: unknown): ServerMessage | undefined {
  try {
    const message = typeof data === 'string' ? JSON.parse(data) : undefined;
    return message?.d ? message : undefined;
  } catch {
    return undefined;
  }
}
