import type { Lines } from '../protocol.ts';
import { requestOf, type Ask } from './core.ts';
import type { Engine } from './engine.ts';
import type { Live } from './games.ts';
import type { GameRecord } from './store.ts';

/** Live games by the module of their rules, which has neither a clock nor chance of its own. */
export function liveOf(engine: Pick<Engine, 'coreOf'>): Live {
  const ask = async (name: Ask, { game, ...fields }: Record<string, string | number> & { game: string }) =>
    (await engine.coreOf(game)).ask(name, requestOf({ game, seed: seed(), ...fields })) as never;
  return {
    begin: (key, game, message, now) => ask('begin', { key, game, message, now }),
    look: (record, now) => ask('look', { ...fieldsOf(record), now }),
    change: (record, message, now) => ask('change', { ...fieldsOf(record), message, now }),
    thought: (record, thought, now) => ask('thought', { ...fieldsOf(record), thought: told(thought), now }),
    hintLimits: (record) => ask('hint', fieldsOf(record)),
    hint: (record, thought) => ask('hint', { ...fieldsOf(record), thought: told(thought) }),
  };
}

const fieldsOf = ({ key, version, game, start, players, moves, result, clock, offers }: GameRecord) => ({
  key, version, game, start, moves: moves.join(' '),
  players: JSON.stringify(players), result: JSON.stringify(result), offers: JSON.stringify(offers), clock: clock ? JSON.stringify(clock) : '',
});

const told = ({ lines, seconds }: Lines) => JSON.stringify({ lines: lines.slice(0, 1), seconds: Math.round(1000 * seconds) / 1000 });

/** A level plays otherwise every time. */
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0]!;
