import type { Players, Result, Seats, Side } from './protocol.ts';

export const sides = ['x', 'o'] as const;

export const otherSide = (side: Side): Side => (side === 'x' ? 'o' : 'x');

/** The one side that who has this key plays himself; undefined for a watcher, for two at one screen, and where engines play. */
export function ownSide(seats: Seats, players: Players): Side | undefined {
  if (seats !== 'xo') return seats || undefined;
  const persons = sides.filter((side) => players[side].kind === 'person');
  return persons.length === 1 ? persons[0] : undefined;
}

/** How players, and no rules, end a game that is won. */
const giving = ['resigned', 'time'];
const agreeing = ['agreed'];

/** Whether the game ended otherwise than on the board. */
export const endedByPlayers = ({ reason }: Result): boolean => [...giving, ...agreeing].includes(reason);

/** How players ended a game, of which an address or a record may say anything: empty where it is no way to end it so. */
export const knownReason = (winner: Result['winner'], reason: string): string =>
  (winner === 'draw' ? agreeing : giving).includes(reason) ? reason : '';
