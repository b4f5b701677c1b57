/** Made by scripts/declarations of the program's own declarations; not to be edited. */

export type Player = { kind: 'person' } | { kind: 'engine'; level: number } | { kind: 'engine'; seconds: number };
export type TimeControl = { seconds: number; increment: number } | { days: number };

/** What the page asks a server for, by the type of the message. */
export interface Requests {
  /** Makes a game. */
  new: {
    game: string;
    position?: string;
    x: Player;
    o: Player;
    clock?: TimeControl | null;
    seat?: 'x' | 'o' | 'either';
  };
  /** Shows a game, and follows it. */
  open: {
    key: string;
  };
  /** Takes the seat to which the key invites. */
  sit: {
    key: string;
    seat: string;
  };
  /** Plays a move. */
  move: {
    key: string;
    ply: number;
    move: string;
  };
  /** Takes back to where a person was last to move. */
  undo: {
    key: string;
  };
  /** Gives the game up. */
  resign: {
    key: string;
    player: 'x' | 'o';
  };
  /** Changes who plays. */
  players: {
    key: string;
    x: Player;
    o: Player;
  };
  /** Asks for a good move. */
  hint: {
    key: string;
  };
  /** Offers the other side something. */
  offer: {
    key: string;
    what: 'draw' | 'takeback' | 'rematch';
  };
  /** Takes what the other side offers. */
  accept: {
    key: string;
    what: 'draw' | 'takeback' | 'rematch';
  };
  /** Turns down what the other side offers, or withdraws one's own offer. */
  decline: {
    key: string;
    what: 'draw' | 'takeback' | 'rematch';
  };
  /** Tells how games stand. */
  glance: {
    keys: string[];
  };
  /** Asks whether anybody is there. */
  ping: Record<string, never>;
  /** Shows a position, with the moves that led there. */
  study: {
    game: string;
    position?: string;
    moves?: string;
    from?: number;
  };
  /** The engine's best moves in a position. */
  analyse: {
    game: string;
    position?: string;
    moves?: string;
    seconds: number;
    depth?: number;
    nodes?: number;
    lines: number;
  };
  /** Find out exactly who wins, and how. */
  solve: {
    game: string;
    position?: string;
    moves?: string;
    seconds: number;
  };
  /** What was played from a position in the server's games, and what came of it. */
  explorer: {
    game: string;
    position?: string;
    moves?: string;
    most_moves?: number;
    top_games?: number;
  };
  /** Ends the analysis that is under way. */
  stop: Record<string, never>;
}

export type RequestType = keyof Requests;
