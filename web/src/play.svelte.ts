import { Ahead } from './ahead.svelte.ts';
import type { Move } from './board';
import { transport as built } from './builtTransport.ts';
import { after, isCancelled, sleep, Task } from './cancel.ts';
import { Client, ComeAgain } from './client.ts';
import { goneTexts } from './goneTexts.ts';
import { writeHome } from './homes.ts';
import { speech } from './language.svelte.ts';
import { forget, remember, remembered } from './memory.ts';
import type { Choices } from './opponent.ts';
import { isOvertaken } from './overtaken.ts';
import { OwnAddress } from './ownAddress.ts';
import type { BoardInfo, Deal, GameGlance, GameInfo, GameState, Hint, Player, Players, Requests, Side, TimeControl } from './protocol.ts';
import { count, type Counted } from './rating.ts';
import { screenOf } from './screens.ts';
import { isFlag, isKey } from './shapes.ts';
import { knownSeat, learn, seatFor, shelf, shelve, unshelve } from './shelf.ts';
import { endedByPlayers, otherSide, ownSide, sides } from './sides.ts';
import { steps } from './steps.svelte.ts';
import { outcomeWords } from './texts.ts';
import { ownTrouble, troubleFrom, type Trouble } from './trouble.ts';
import { here, onMove } from './where.ts';

/** An engine's moves come no faster than the eye follows; the record is ahead of the board by no more than this. */
const pace = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 450);

/** A page that came before its server asks again; milliseconds. */
const retryAfter = 2000;

const isOfNoGame = ({ message }: Error) => message.endsWith(' is no game here');

function controlOf({ clock }: GameState): TimeControl | null {
  if (!clock) return null;
  return 'days' in clock ? { days: clock.days } : { seconds: clock.seconds, increment: clock.increment };
}

/** What is chosen in the form of a new game. */
interface Draft {
  /** The variant that the address of the form named, and the one that stood in it, which may have been typed a moment before. */
  at: string;
  variant: string;
  players: Choices;
  byLink: boolean;
  seat: Side | 'either';
  clock: TimeControl | null;
}

/** The game on the table and how it is looked at. */
export class Play {
  games: GameInfo[] = $state.raw([]);
  board: BoardInfo | undefined = $state.raw();
  game: GameState | undefined = $state.raw();
  hint: Hint | undefined = $state.raw();
  trouble: Trouble | undefined = $state.raw();
  connected = $state(true);
  /** Why there can be no connection, where that is known. */
  barred: 'origin' | 'upgrade' | undefined = $state();
  /** The colours whose players are connected, in a game by link. */
  present = $state('');
  /** When the clocks stood as the game says, by performance.now(). */
  clockedAt = $state(0);
  flipped = $state(remembered('flipped', isFlag) ?? false);
  setupOpen = $state(false);
  /** A game has just been begun here: whoever began it by keyboard goes on with the board. */
  justBegun = false;
  /** Kept while another screen is looked at. */
  draft: Draft | undefined;
  /** Grows whenever the board must be shown afresh although the position is the same. */
  refusals = $state(0);

  /** What the game that has just ended has changed of one's number. */
  counted: Counted | undefined = $state.raw();
  private readonly countedKeys = new Set<string>();

  /** The rematch of the game on the table, which began while another screen was looked at. */
  goneOn: string | undefined = $state();

  /** The keys of games that there turned out to be no more. */
  gone: readonly string[] = $state.raw([]);
  /** The key of the game on the table, where one can go back to it. */
  readonly onTable = $derived(this.game && !this.gone.includes(this.game.key) ? this.game.key : undefined);

  /** Takes back the move that the board shows half made. */
  halfMade: (() => void) | undefined = $state.raw();

  /** The earlier position looked at; undefined is now. */
  private lookedAt: number | undefined = $state();
  /** The move that is on its way to the server. */
  private sending: string | undefined = $state();

  readonly info = $derived(this.games.find((info) => info.game === this.game?.game.split(':')[0]));
  readonly ply = $derived(this.lookedAt ?? this.game?.history.length ?? 0);
  readonly browsing = $derived(this.lookedAt !== undefined);
  /** The position shown. */
  readonly shown = $derived(this.positionAt(this.ply));
  readonly moves: readonly Move[] = $derived(this.browsing || this.sending ? [] : (this.game?.moves ?? []));
  /** Moves are about to come: one's own is on its way, or the engine answers, whose move may be held back for the eye. */
  readonly soon = $derived(!this.browsing && this.game?.seats !== '' && !this.game?.result && (this.sending !== undefined || !!this.game?.thinking));
  readonly mustPass = $derived(this.moves.length === 1 && this.moves[0]!.path.length === 0);
  /** Whether what is shown is a position that has won the game. */
  readonly won = $derived.by(() => {
    const result = this.browsing ? undefined : this.game?.result;
    return !!result && result.winner !== 'draw' && !endedByPlayers(result);
  });
  /** Without one there are no friends elsewhere and no offers. */
  readonly isServer: boolean;
  readonly seats = $derived(this.game?.seats ?? 'xo');
  /** The colour one plays in a game by link. */
  readonly seat: Side | undefined = $derived(this.seats === 'x' || this.seats === 'o' ? this.seats : undefined);
  readonly watching = $derived(this.seats === '');
  /** The side from which all is told to the reader; undefined where he has none of his own. */
  readonly reader: Side | undefined = $derived(this.game && ownSide(this.seats, this.game));
  /** One's own side is at the bottom. */
  readonly turned = $derived(this.flipped !== (this.reader === 'o'));
  /** The players in the order in which they are shown: oneself below, as on the board. */
  readonly rows = $derived(this.reader ? [otherSide(this.reader), this.reader] : sides);
  /** "You won"; empty while the game lasts. */
  readonly outcome = $derived.by(() => {
    const { board, game, reader } = this;
    return board && game?.result ? outcomeWords(speech.t, board.colours, game.result, reader) : '';
  });
  readonly isMyTurn = $derived(!!this.game && !this.game.result && this.game.turn === this.seat);
  /** What was resigned or agreed on is taken back like a move; time that is lost is not. */
  readonly canUndo = $derived.by(() => {
    const { history, result } = this.game ?? {};
    return !this.watching && result?.reason !== 'time' && !!(history?.length || (result && !this.seat));
  });
  /** It is the other's turn, in a game by link that is seen as it is now: a move may be entered ahead. */
  readonly awaits = $derived(!!this.seat && !!this.game && !this.game.result && !this.browsing && this.game.turn !== this.seat);
  /** A move that waits for the connection. */
  readonly unsent = $derived(this.connected ? undefined : this.sending);

  /** The person who would be resigning. */
  readonly resigner: Side | undefined = $derived.by(() => {
    const { game } = this;
    if (!game || game.result || this.watching) return undefined;
    if (this.seat) return this.seat;
    const inTurn: Side[] = game.turn === 'x' ? ['x', 'o'] : ['o', 'x'];
    return inTurn.find((side) => game[side].kind === 'person');
  });

  readonly ahead: Ahead;
  private readonly boards = new Map<string, Promise<BoardInfo>>();
  readonly client: Client;
  private readonly arriving = new Task();
  private readonly moving = new Task();
  private lastArrival = 0;
  /** What was told without being asked for, until the game goes on. */
  private unasked: Trouble | undefined;

  /** `isAside`: its games have no address and are not in the browser's list; whoever shows them keeps them. */
  constructor(readonly transport = built, private readonly isAside = false) {
    this.isServer = transport.isServer;
    this.client = new Client(() => transport.connect(), {
      onState: (state) => void this.arrive(state),
      onConnection: (connected) => {
        this.connected = connected;
        if (connected) this.barred = undefined;
      },
      onBarred: () => void transport.whyBarred?.().then((why) => (this.barred = this.connected ? undefined : why), () => {}),
      onPresent: (present) => (this.present = present),
      onProblem: (problem) => (this.trouble = this.unasked = this.troubleWith(this.client.following, problem)),
    });
    this.ahead = new Ahead((place) => this.client.request('study', place, { unasked: true }));
    if (isAside) return;
    onMove(() => void this.openFromAddress());
    if (!transport.isServer) return;
    addEventListener('online', () => this.client.hurry());
    addEventListener('offline', () => this.client.giveUp());
  }

  async begin(): Promise<void> {
    while (!(await this.loadGames())) await new Promise((wake) => setTimeout(wake, retryAfter));
    await this.openFromAddress();
  }

  boardOf(variant: string): Promise<BoardInfo> {
    const known = this.boards.get(variant) ?? this.transport.board(variant);
    this.boards.set(variant, known);
    known.catch(() => this.boards.delete(variant));
    return known;
  }

  /** Throws what the server says against it. Who has gone elsewhere meanwhile stays there. */
  async create(request: Requests['new']): Promise<void> {
    const address = new OwnAddress();
    const made = await this.client.create(request, () => this.isAside || address.isThere);
    this.transport.keep?.();
    this.justBegun = address.isThere;
    if (this.isAside) return;
    shelve(made); // it is his wherever he has gone
    if (address.isThere) steps.go(`#${made.key}`);
  }

  play(move: Move): void {
    const { key, history } = this.game!;
    this.transport.keep?.();
    const signal = this.moving.begin();
    this.sending = move.text;
    this.attempt(() =>
      this.client.request('move', { key, ply: history.length, move: move.text }).finally(() => {
        if (!signal.aborted) this.sending = undefined;
      }),
    ).then((isMade) => {
      if (!isMade && !this.trouble && this.game?.key === key) this.ahead.dropped = move.text;
    });
  }

  enterAhead(move: Move): void {
    this.ahead.choose(move);
    this.refusals++; // it is not made yet
  }

  pass(): void {
    if (this.mustPass) this.play(this.moves[0]!);
  }

  /** Half a move is taken back before a whole one. */
  undo(): void {
    const { game } = this;
    if (this.halfMade) this.halfMade();
    else if (!game || !this.canUndo) return;
    else if (this.seat) this.propose('offer', 'takeback');
    else this.attempt(() => this.client.request('undo', { key: game.key }));
  }

  propose(how: 'offer' | 'accept' | 'decline', what: Deal): void {
    const { key } = this.game!;
    this.attempt(() => this.client.request(how, { key, what }));
  }

  /** To the home of what is played, or to the gallery. */
  beginAnew(): void {
    steps.go(this.game ? writeHome(this.game.game) : '');
  }

  backToGame(): void {
    if (this.current) steps.go(`#${this.current}`);
  }

  /** The game that the form may be left for: the one on the table, or this browser's last. */
  get current(): string | undefined {
    return this.onTable ?? remembered('lastGame', isKey);
  }

  /**
   * Another game with the colours exchanged: at once, or when the friend wants it too. Where the opponent is of the reader's strength, and
   * the page has just said that the next is another, that is who comes.
   */
  rematch(): void {
    const { game, counted } = this;
    if (!game?.result) return;
    if (this.seat) return this.propose('offer', 'rematch');
    const position = game.start.position;
    const next = (player: Player): Player =>
      'level' in player && player.level === counted?.before ? { ...player, level: counted.after } : player;
    this.attempt(() => this.create({ game: game.game, position, x: next(game.o), o: next(game.x), clock: controlOf(game) }));
  }

  /** Takes the seat to which the address invites. */
  sit(): void {
    const { key } = this.game!;
    this.attempt(async () => {
      // Another address for the same place: going back must not lead to a used invitation.
      const address = new OwnAddress();
      const taken = await this.client.sit(key, seatFor(key), () => address.isThere);
      shelve(taken);
      address.write(`#${taken.key}`);
    });
  }

  /** This browser's games, those that are going on first. What is not told of may be damaged, or gone. */
  async glance(): Promise<GameGlance[]> {
    const keys = shelf();
    if (keys.length === 0) return [];
    const { games } = await this.client.request('glance', { keys });
    learn(games, keys);
    this.gone = this.gone.filter((gone) => !games.some(({ key }) => key === gone)); // found again
    return games.sort((a, b) => Number(!!a.result) - Number(!!b.result));
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
    if (!game || game.moves.length === 0 || this.seats !== 'xo') return;
    this.look(game.history.length);
    this.attempt(async () => {
      const hint = await this.client.request('hint', { key: game.key });
      if (this.game?.key === game.key && hint.ply === this.game.history.length) this.hint = hint;
    });
  }

  /** Whether somebody at this screen plays a colour. */
  plays(side: Side): boolean {
    return this.seats === 'xo' ? this.game?.[side].kind === 'person' : this.seat === side;
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
      this.games = await this.transport.games();
    });
  }

  /** The game that the address names; without one, or where there is none, the form to begin one. */
  private async openFromAddress(): Promise<void> {
    const address = new OwnAddress();
    const place = here();
    const screen = screenOf(place);
    if (screen === 'home') this.trouble = undefined;
    if (screen) return;
    const key = place.slice(1);
    // The one on the table may be about to be replaced by another, whose board is on its way.
    const isOnTable = key === this.onTable && key === this.client.following;
    const there = key !== '' && (isOnTable || (await this.attempt(() => this.openSeat(key, address), () => address.isThere, key)));
    if (!address.isThere) return;
    this.setupOpen = !there;
    if (there) this.draft = this.goneOn = undefined;
  }

  /** An invitation that was taken up here is the way to the seat, though the answer to it may have been lost. */
  private async openSeat(key: string, address: OwnAddress): Promise<void> {
    const isWanted = () => address.isThere;
    const seat = knownSeat(key);
    // The seat may not have been taken: then there is no such game.
    const opened = seat && (await this.client.open(seat, isWanted).catch((reason: Error) => {
      if (!isOfNoGame(reason)) throw reason;
    }));
    if (opened) return address.write(`#${opened.key}`);
    await this.client.open(key, isWanted);
  }

  /** `isWanted`: what goes wrong is told only where this still holds; as a rule, that the same game is on the table. */
  private async attempt(action: () => Promise<unknown>, isWanted = this.hasSameGame(), key = this.game?.key): Promise<boolean> {
    this.trouble = undefined;
    try {
      await action();
      return true;
    } catch (error) {
      if (!isWanted()) return false;
      if (!isOvertaken(error as Error)) this.trouble = this.troubleWith(key, error as Error);
      this.refusals++;
      return false;
    }
  }

  /** To what is removed nothing leads any more. Who cannot be reached has said nothing of the kind. */
  private troubleWith(key: string | undefined, reason: Error): Trouble {
    if (!key || !isOfNoGame(reason)) return troubleFrom(reason);
    const onShelf = shelf();
    const gone = unshelve(key);
    this.gone = [...this.gone, ...gone];
    const isGone = (each: string | undefined) => each !== undefined && gone.includes(each);
    if (isGone(remembered('lastGame', isKey))) forget('lastGame');
    const { removed, never } = goneTexts[speech.code];
    return ownTrouble(isGone(this.game?.key) || onShelf.some(isGone) ? removed : never);
  }

  private hasSameGame(): () => boolean {
    const key = this.game?.key;
    return () => this.game?.key === key;
  }

  /** A state that is overtaken by another, of this game or the next, is not shown. */
  private async arrive(state: GameState): Promise<void> {
    const signal = this.arriving.begin();
    const arrived = performance.now();
    try {
      const board = await this.boardFor(state.game, signal);
      const wait = this.isEngineMove(state) ? this.lastArrival + pace() - performance.now() : 0;
      if (wait <= 0) this.setDown(state, board, arrived);
      else after(wait, signal, () => this.setDown(state, board, arrived));
    } catch (reason) {
      if (!isCancelled(reason) && !signal.aborted) this.trouble = troubleFrom(reason);
    }
  }

  /** Asks as often as it is told to come again; until the board is set down that is told. */
  private async boardFor(variant: string, signal: AbortSignal): Promise<BoardInfo> {
    try {
      const board = await this.boardOf(variant);
      signal.throwIfAborted();
      return board;
    } catch (reason) {
      if (!(reason instanceof ComeAgain)) throw reason;
      signal.throwIfAborted();
      this.trouble = this.unasked = troubleFrom(reason);
      await sleep(1000 * reason.seconds, signal);
      return this.boardFor(variant, signal);
    }
  }

  private isEngineMove({ key, history, x, o }: GameState): boolean {
    const last = history.at(-1);
    const grown = key === this.game?.key && history.length > this.game.history.length;
    return grown && last !== undefined && { x, o }[last.turn].kind === 'engine';
  }

  private setDown(state: GameState, board: BoardInfo, arrived: number): void {
    const before = this.game;
    this.count(before, state, board);
    if (state.key !== before?.key) [this.lookedAt, this.setupOpen, this.trouble, this.goneOn] = [undefined, false, undefined, undefined];
    if (this.trouble && this.trouble === this.unasked) this.trouble = undefined;
    if (state.position !== before?.position || state.result) {
      this.hint = undefined;
      this.lastArrival = performance.now();
    }
    if (this.lookedAt !== undefined && this.lookedAt >= state.history.length) this.lookedAt = undefined;
    this.board = board;
    this.game = state;
    if (this.gone.includes(state.key)) this.gone = this.gone.filter((key) => key !== state.key);
    this.clockedAt = arrived;
    this.present = state.present ?? '';
    const due = this.ahead.follow(before, state, this.seat);
    if (due) this.play(due);
    if (this.watching || this.isAside) return;
    remember('lastGame', state.key);
    shelve(state);
    // Whoever is there when the rematch is agreed on goes along; who is at another screen, or on the way to another game, is told.
    const goesOn = state.key === before?.key && !before.rematch && state.rematch;
    if (!goesOn) return;
    if (here() === `#${state.key}` && !this.setupOpen) steps.go(`#${goesOn}`);
    else this.goneOn = goesOn;
  }

  /** A game with the standard rules, from their first position, against a level of the engine counts when it ends here, once. */
  private count(before: GameState | undefined, { key, game, result, x, o, seats, start }: GameState, board: BoardInfo): void {
    const goesOn = key === before?.key;
    if (!goesOn || !result) this.counted = undefined;
    if (!goesOn || !result || before.result || this.isAside || seats !== 'xo' || x.kind === o.kind || this.countedKeys.has(key)) return;
    if (game.includes(':') || start.position !== board.start.position) return;
    const person = x.kind === 'person' ? 'x' : 'o';
    const engine = person === 'x' ? o : x;
    if (!('level' in engine)) return;
    this.countedKeys.add(key);
    this.counted = count(game, engine.level, result.winner === 'draw' ? 0.5 : Number(result.winner === person));
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
