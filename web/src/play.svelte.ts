import type { Move } from './board';
import { isAnalysis } from './analyse/address.ts';
import { loadBoard, loadGames } from './api.ts';
import { Client, ConnectionLost } from './client.ts';
import { speech } from './language.svelte.ts';
import { remember, remembered } from './memory.ts';
import type { BoardInfo, GameInfo, GameState, Hint, Players, Requests, Side } from './protocol.ts';

/** An engine's moves come no faster than the eye follows; the record is ahead of the board by no more than this. */
const pace = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 450);

/** A page that came before its server asks again; milliseconds. */
const retryAfter = 2000;

/** The game on the table and how it is looked at. */
export class Play {
  games: GameInfo[] = $state.raw([]);
  board: BoardInfo | undefined = $state.raw();
  game: GameState | undefined = $state.raw();
  hint: Hint | undefined = $state.raw();
  error = $state('');
  connected = $state(true);
  flipped = $state(remembered<boolean>('flipped') ?? false);
  setupOpen = $state(false);
  /** Grows whenever the board must be shown afresh although the position is the same. */
  refusals = $state(0);

  /** Takes back the move that the board shows half made. */
  halfMade: (() => void) | undefined = $state.raw();

  /** The earlier position looked at; undefined is now. */
  private lookedAt: number | undefined = $state();
  private sending = $state(false);

  readonly info = $derived(this.games.find((info) => info.game === this.game?.game.split(':')[0]));
  readonly ply = $derived(this.lookedAt ?? this.game?.history.length ?? 0);
  readonly browsing = $derived(this.lookedAt !== undefined);
  /** The position shown. */
  readonly shown = $derived(this.positionAt(this.ply));
  readonly moves: readonly Move[] = $derived(this.browsing || this.sending ? [] : (this.game?.moves ?? []));
  readonly mustPass = $derived(this.moves.length === 1 && this.moves[0]!.path.length === 0);
  /** Whether what is shown is a position that has won the game. */
  readonly won = $derived.by(() => {
    const result = this.browsing ? undefined : this.game?.result;
    return !!result && result.winner !== 'draw' && result.reason !== 'resigned';
  });
  /** The person who would be resigning. */
  readonly resigner: Side | undefined = $derived.by(() => {
    const { game } = this;
    if (!game || game.result) return undefined;
    const inTurn: Side[] = game.turn === 'x' ? ['x', 'o'] : ['o', 'x'];
    return inTurn.find((side) => game[side].kind === 'person');
  });

  private readonly boards = new Map<string, Promise<BoardInfo>>();
  readonly client: Client;
  private arriving: ReturnType<typeof setTimeout> | undefined;
  private lastArrival = 0;

  constructor() {
    const address = new URL('api/play', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = '';
    this.client = new Client(() => new WebSocket(address) as never, {
      onState: (state) => this.arrive(state),
      onConnection: (connected) => (this.connected = connected),
    });
    addEventListener('hashchange', () => this.openFromAddress());
  }

  async begin(): Promise<void> {
    while (!(await this.loadGames())) await new Promise((wake) => setTimeout(wake, retryAfter));
    if (!location.hash) history.replaceState(null, '', `#${remembered<string>('lastGame') ?? ''}`);
    this.setupOpen = !(await this.openFromAddress());
  }

  boardOf(variant: string): Promise<BoardInfo> {
    const known = this.boards.get(variant) ?? loadBoard(variant);
    this.boards.set(variant, known);
    known.catch(() => this.boards.delete(variant));
    return known;
  }

  /** Throws what the server says against it. */
  async create(request: Requests['new']): Promise<void> {
    const created = await this.client.create(request);
    location.hash = created.key;
  }

  play(move: Move): void {
    const { key, history } = this.game!;
    this.attempt(async () => {
      this.sending = true;
      await this.client.request('move', { key, ply: history.length, move: move.text });
    });
  }

  pass(): void {
    if (this.mustPass) this.play(this.moves[0]!);
  }

  /** Half a move is taken back before a whole one. */
  undo(): void {
    const { game } = this;
    if (this.halfMade) this.halfMade();
    else if (game?.history.length) this.attempt(() => this.client.request('undo', { key: game.key }));
  }

  resign(): void {
    const { game, resigner } = this;
    if (game && resigner) this.attempt(() => this.client.request('resign', { key: game.key, player: resigner }));
  }

  changePlayers(players: Players): void {
    const { key } = this.game!;
    this.attempt(() => this.client.request('players', { key, ...players }));
  }

  askHint(): void {
    const { game } = this;
    if (!game || game.moves.length === 0) return;
    this.look(game.history.length);
    this.attempt(async () => {
      const hint = await this.client.request('hint', { key: game.key });
      if (hint.ply === this.game?.history.length) this.hint = hint;
    });
  }

  flip(): void {
    this.flipped = !this.flipped;
    remember('flipped', this.flipped);
  }

  look(ply: number): void {
    const now = this.game?.history.length ?? 0;
    this.lookedAt = ply >= now ? undefined : Math.max(0, ply);
  }

  private loadGames(): Promise<boolean> {
    return this.attempt(async () => {
      this.games = await loadGames();
    });
  }

  /** Whether the address names a game that could be opened. */
  private async openFromAddress(): Promise<boolean> {
    const key = location.hash.slice(1);
    if (isAnalysis(location.hash) || key === this.game?.key) return true;
    return key !== '' && this.attempt(() => this.client.open(key));
  }

  private async attempt(action: () => Promise<unknown>): Promise<boolean> {
    this.error = '';
    try {
      await action();
      return true;
    } catch (error) {
      this.error = error instanceof ConnectionLost ? speech.t.connectionLost : (error as Error).message;
      this.refusals++;
      return false;
    } finally {
      this.sending = false;
    }
  }

  private async arrive(state: GameState): Promise<void> {
    const board = await this.boardOf(state.game);
    clearTimeout(this.arriving);
    const wait = this.isEngineMove(state) ? this.lastArrival + pace() - performance.now() : 0;
    if (wait <= 0) return this.setDown(state, board);
    this.arriving = setTimeout(() => this.setDown(state, board), wait);
  }

  private isEngineMove({ key, history, x, o }: GameState): boolean {
    const last = history.at(-1);
    const grown = key === this.game?.key && history.length > this.game.history.length;
    return grown && last !== undefined && { x, o }[last.turn].kind === 'engine';
  }

  private setDown(state: GameState, board: BoardInfo): void {
    const before = this.game;
    if (state.key !== before?.key) [this.lookedAt, this.setupOpen, this.error] = [undefined, false, ''];
    if (state.position !== before?.position) {
      this.hint = undefined;
      this.lastArrival = performance.now();
    }
    if (this.lookedAt !== undefined && this.lookedAt >= state.history.length) this.lookedAt = undefined;
    this.board = board;
    this.game = state;
    remember('lastGame', state.key);
  }

  private positionAt(ply: number) {
    const { game } = this;
    if (!game) return undefined;
    const { start } = game;
    const played = game.history[ply - 1];
    if (!played) return { ...start, last: [] as string[], next: start.turn };
    return { ...played, last: played.path };
  }
}
