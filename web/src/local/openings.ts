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
  /** The variant whose file a module has last read. */
  private readonly read = new Map<Core, unknown>();

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
    if (this.read.get(core) !== game) this.read.set(core, core.ask('openings', file));
    const fields = { ...placeFields(place), ...(most_moves !== undefined && { most_moves }), ...(top_games !== undefined && { top_games }) };
    return core.ask('explorer', requestOf(fields)) as Explored;
  }

  /** What failed to come is asked for again next time. */
  private fileAt(address: string): Promise<Uint8Array> {
    const file = this.files.get(address) ?? this.load(address);
    this.files.set(address, file);
    file.catch(() => this.files.delete(address));
    return file;
  }
}
