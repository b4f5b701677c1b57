import type { BoardInfo, GameInfo, Study } from '../protocol.ts';
import { requestOf, startCore, type Core } from './core.ts';

/** A line of src/games/games.def: the addresses of its modules, and its games. */
export interface Family {
  rules: string;
  search: string;
  games: GameInfo[];
  /** The rules of a written game with their bases, which its modules are given. */
  text?: string;
}

/** What searches a game. */
export interface Search {
  module: WebAssembly.Module;
  text: string | undefined;
}

/** A position: where a game begins, and what was played. */
export interface Place {
  game: string;
  position: string;
  moves: readonly string[];
}

/** Where a search ends; ThinkRequest has the names. */
export type Limits = Partial<Record<'seconds' | 'depth' | 'nodes' | 'level' | 'lines' | 'hash' | 'seed', number>>;

export const placeFields = ({ game, position, moves }: Place) => ({ game, position, moves: moves.join(' ') });

/** The rules of all games and what searches them, each family's loaded when it is first wanted. */
export class Engine {
  private readonly cores = new Map<Family, Promise<Core>>();
  private readonly searches = new Map<Family, Promise<WebAssembly.Module>>();

  constructor(
    private readonly families: readonly Family[],
    private readonly load: (address: string) => Promise<WebAssembly.Module>,
  ) {}

  games(): GameInfo[] {
    return this.families.flatMap(({ games }) => games);
  }

  async board(game: string): Promise<BoardInfo> {
    return (await this.coreOf(game)).ask('board', requestOf({ game })) as BoardInfo;
  }

  async study(place: Place): Promise<Study> {
    return (await this.coreOf(place.game)).ask('study', requestOf(placeFields(place))) as Study;
  }

  /** The SVG for a query of /api/v1/diagram.svg or animation.svg. */
  async picture(kind: 'diagram' | 'animation', query: string): Promise<string> {
    const fields = Object.fromEntries(new URLSearchParams(query));
    return (await this.coreOf(fields.game ?? '')).ask(kind, requestOf(fields)) as string;
  }

  /** The rules of a variant. */
  coreOf(variant: string): Promise<Core> {
    return kept(this.cores, this.familyOf(variant), async ({ rules, text }) => startCore(await this.load(rules), text));
  }

  /** Its rules are loaded anew next time, where their module has failed. */
  forget(variant: string): void {
    this.cores.delete(this.familyOf(variant));
  }

  /** What searches a variant, for a worker that thinks. */
  async searchOf(variant: string): Promise<Search> {
    const family = this.familyOf(variant);
    return { module: await kept(this.searches, family, ({ search }) => this.load(search)), text: family.text };
  }

  private familyOf(variant: string): Family {
    const name = variant.split(':')[0]!;
    const names = ({ game, aliases }: GameInfo) => [game, ...Object.keys(aliases)];
    const found = this.families.find(({ games }) => games.some((info) => names(info).includes(name)));
    if (found) return found;
    throw new Error(`variant: there is no game "${name}"; there are ${this.games().flatMap(names).join(', ')}`);
  }
}

/** What failed to come is asked for again next time. */
function kept<Key, Value>(map: Map<Key, Promise<Value>>, key: Key, make: (key: Key) => Promise<Value>): Promise<Value> {
  const made = map.get(key) ?? make(key);
  map.set(key, made);
  made.catch(() => map.delete(key));
  return made;
}
