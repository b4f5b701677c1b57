import type { Explored, Requests } from '../protocol.ts';
import { requestOf, type Core } from './core.ts';
import { placeFields, type Engine, type Place } from './engine.ts';

export type ExplorerLimits = Pick<Requests['explorer'], 'most_moves' | 'top_games'>;

/**
 * Answers the explorer by files of openings/, in a database's place: a variant's is loaded when it is first asked for. The rules' module
 * reads it, for it alone knows which positions turn into each other.
 */
export class Openings {
  private readonly files = new Map<string, Promise<Uint8Array>>();
  /** The file that a module has last read, and what it said of it. */
  private readonly read = new Map<Core, { game: string; source: NonNullable<Explored['source']> }>();

  constructor(
    private readonly engine: Pick<Engine, 'board' | 'coreOf'>,
    /** The addresses of the files, by the variant that each is of. */
    private readonly addresses: Record<string, string>,
    private readonly load: (address: string) => Promise<Uint8Array>,
  ) {}

  async explore(place: Place, { most_moves, top_games }: ExplorerLimits): Promise<Explored> {
    const { game } = await this.engine.board(place.game);
    const address = this.addresses[game];
    if (address === undefined) throw new Error(`explorer: there are no openings of ${game} here`);
    const [core, file] = await Promise.all([this.engine.coreOf(game), this.fileAt(address)]);
    if (this.read.get(core)?.game !== game) this.read.set(core, { game, source: core.ask('openings', file) as { games: number; made: string } });
    const fields = { ...placeFields(place), ...(most_moves !== undefined && { most_moves }), ...(top_games !== undefined && { top_games }) };
    const explored = core.ask('explorer', requestOf(fields)) as Explored;
    return { ...explored, source: this.read.get(core)!.source };
  }

  /** What failed to come is asked for again next time. */
  private fileAt(address: string): Promise<Uint8Array> {
    const file = this.files.get(address) ?? this.load(address);
    this.files.set(address, file);
    file.catch(() => this.files.delete(address));
    return file;
  }
}
