/** The messages of docs/protocol.md. */
import type { Geometry, Move, NamedColours, Point, Stroke } from './board/types.ts';
import type { Player, Requests, TimeControl } from './requests.ts';

export type { Player, Requests, RequestType, TimeControl } from './requests.ts';

export type Side = 'x' | 'o';

/** A text for people, in every language there is. */
export type Words = Record<'en' | 'it', string>;

/** What the pieces of a game are called, where it has its own words. */
export type PieceNames = Partial<Record<'plain' | 'special', Words>>;

/** What a position looks like. */
export interface Look {
  cells: string;
  hands: Hand[];
  /** Lines to which the player's move is bound. */
  guides?: [Point, Point][];
  /** The cells of figures that decide the game or are in the balance. */
  figures?: string[];
}

export interface Preset {
  game: string;
  title: Words;
}

export interface GameInfo {
  game: string;
  title: string;
  summary: Words;
  origin: Words;
  note: Words;
  colours: NamedColours;
  options: GameOption[];
  presets: Preset[];
  aliases: Record<string, string>;
  /** Its rules are a text; the page without a server has no such games. */
  written?: boolean;
}

export interface GameOption {
  name: string;
  title: Words;
  kind: 'flag' | 'number' | 'size' | 'cells' | 'choice' | 'text';
  standard?: string;
  least?: number;
  most?: number;
  choices?: string[];
  /** This and a seed is a value drawn by chance. */
  dealt?: string;
  help: Words;
}

/** One kind of mark on a board: the sets of cells that bear it, and what is drawn on one of these cells. */
export interface LegendEntry {
  names: Words[];
  cell: string;
  strokes: readonly Stroke[];
}

export interface BoardInfo extends Geometry {
  game: string;
  title: string;
  /** How many cells each written row of a position has. */
  rows: number[];
  /** What may stand on a cell. */
  letters: string;
  /** What stands on it at first. */
  start: Look & { position: string; turn: Side };
  pieces?: PieceNames;
  /** What its strokes stand for, where a game says so. */
  legend?: LegendEntry[];
  /** The variant whose network it is judged by, where that has one. */
  network: string;
}

export type Players = Record<Side, Player>;

/** With what was left, in milliseconds, when the state was sent; and whose time runs. */
export type ClockState = TimeControl & Record<Side, number> & { running: Side | null };

/** The colours that a key plays; none: it is for looking on. */
export type Seats = 'xo' | Side | '';

export type Deal = 'draw' | 'takeback' | 'rematch';

export interface Offer {
  what: Deal;
  by: Side;
  declined: boolean;
}

export type Score = { cp: number } | { win: number } | { loss: number } | { draw: number };

export interface Hand {
  player: Side;
  piece: string;
  count: number;
}

export interface Result {
  winner: Side | 'draw';
  reason: string;
  score?: number;
  /** How people are told of the reason, where it is the game's and not the players'. */
  words?: Words;
}

export interface Played extends Look {
  text: string;
  path: string[];
  /** Who made the move. */
  turn: Side;
  /** What stood before the turn's second part, where it had one. */
  half?: string;
  /** What stood after it. */
  position: string;
  next: Side;
}

export interface GameState extends Players, Look {
  key: string;
  version: number;
  game: string;
  start: Look & { position: string; turn: Side };
  /** The first move of the history that is told; those before it are as they were (client.ts puts them there). */
  from: number;
  history: Played[];
  position: string;
  turn: Side;
  moves: Move[];
  result: Result | null;
  thinking: boolean;
  /** All colours where this is left out. */
  seats?: Seats;
  clock?: ClockState | null;
  offers?: Offer[];
  /** The free seat to which this key invites. */
  invited?: Side;
  /** In a game by link: the keys that invite to the other seat while it is free, to watch, and to the game that followed. */
  invite?: string;
  /** After so many days without a move the invitation leads nowhere; left out where it is kept. */
  invite_days?: number;
  watch?: string;
  rematch?: string;
  /** In a game by link: the colours whose players are connected. */
  present?: string;
}

/** What a list of games shows of each. */
export interface GameGlance {
  key: string;
  game: string;
  seats: Seats;
  players: Players;
  /** Empty when the game is over. */
  turn: Side | '';
  result: Result | null;
  version: number;
  /** The position that it began with, and the moves, parted by spaces. */
  start: string;
  moves: string;
  /** When it changed last, in seconds since 1970, where that is known. */
  changed?: number;
}

export interface Hint {
  ply: number;
  move: Move;
  score: Score;
}

/** A position that belongs to no game: the moves, parted by spaces, are played from the position. */
export type Place = Omit<Requests['study'], 'from'>;

export interface Study {
  game: string;
  start: Look & { position: string; turn: Side };
  /** The first move of the history that is told. */
  from: number;
  history: Played[];
  position: string;
  moves: Move[];
  result: Result | null;
}

export interface Line {
  score: Score;
  moves: string[];
}

/** What the engine has found so far; at its end, the best line's scores at every depth. */
export interface Lines {
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  done: boolean;
  depths?: { depth: number; score: Score }[];
}

/** Exact, for the player to move; null where it was not found. */
export interface Solution {
  value: 'win' | 'draw' | 'loss' | null;
  best?: string;
  plies?: number;
  /** A win comes within so many; where `plies` is missing, a shorter one is not excluded. */
  most_plies?: number;
  nodes: number;
  seconds: number;
}

/** How games ended. */
export interface ResultCounts {
  x: number;
  draws: number;
  o: number;
  unknown: number;
}

export interface ExploredMove extends ResultCounts {
  move: string;
  /** Moves that lead to the same position up to symmetry, counted with it. */
  alike: string[];
}

export interface ExploredGame {
  winner: Side | 'draw' | null;
  x: { name?: string; rating?: number };
  o: { name?: string; rating?: number };
  date?: string;
  /** Where it does not begin as the variant does. */
  start?: string;
  moves: string[];
  /** At which the position first came. */
  ply: number;
}

/** What was played from a position in games that are kept, and what came of it. */
export interface Explored extends ResultCounts {
  game: string;
  position: string;
  /** Of them, the games that end here. */
  ended: ResultCounts;
  /** The most frequent first. */
  moves: ExploredMove[];
  top_games: ExploredGame[];
  /** Without a database: how many games the openings are from, and the command that made them. */
  source?: { games: number; made: string };
}

export interface Answers {
  new: GameState;
  open: GameState;
  sit: GameState;
  move: GameState;
  undo: GameState;
  resign: GameState;
  players: GameState;
  hint: Hint;
  offer: GameState;
  accept: GameState;
  decline: GameState;
  glance: { games: GameGlance[] };
  ping: Record<string, never>;
  study: Study;
  analyse: Lines;
  solve: Solution;
  explorer: Explored;
  stop: Record<string, never>;
}

export type ServerMessage =
  | { t: 'state'; id?: number; d: GameState }
  | { t: 'hint'; id?: number; d: Hint }
  | { t: 'glance'; id?: number; d: Answers['glance'] }
  | { t: 'pong'; id?: number; d: Answers['ping'] }
  | { t: 'present'; id?: undefined; d: { key: string; present: string } }
  | { t: 'study'; id?: number; d: Study }
  | { t: 'lines'; id?: number; d: Lines }
  | { t: 'solution'; id?: number; d: Solution }
  | { t: 'explored'; id?: number; d: Explored }
  | { t: 'stopped'; id?: number; d: Record<string, never> }
  /** `again`: seconds after which the same may succeed. */
  | { t: 'error'; id?: number; d: { error: string; again?: number } };
