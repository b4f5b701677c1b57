/** What searches: a module, made when it is first asked, and made anew where it failed. */
import { ModuleFailed, type Core } from './core.ts';

export interface Question {
  module: WebAssembly.Module;
  /** Of a written game, with its bases. */
  text?: string | undefined;
  /** The address of the variant's network, where it has one. */
  network: string | undefined;
  request: string;
}

export type Reply = { lines: unknown } | { answer: unknown } | { error: string };

/** Answers one question after the other, all of them for one module and text. */
export class Mind {
  private core: Core | undefined;
  private readonly given = new Set<string>();

  constructor(
    private readonly start: (module: WebAssembly.Module, text?: string) => Promise<Core>,
    private readonly say: (reply: Reply) => void,
    /** The file at an address; undefined where the variant is to be judged without its network. */
    private readonly read: (address: string) => Promise<Uint8Array | ArrayBuffer | undefined>,
  ) {}

  async answer({ module, text, network, request }: Question): Promise<void> {
    try {
      const core = (this.core ??= await this.start(module, text));
      await this.giveNetwork(core, network);
      // Each line when the next is there: the last is the answer.
      let lines: unknown;
      const hear = (next: unknown) => {
        if (lines) this.say({ lines });
        lines = next;
      };
      this.say({ answer: core.ask('think', request, hear) });
    } catch (error) {
      if (error instanceof ModuleFailed) this.forget();
      this.say({ error: (error as Error).message });
    }
  }

  private async giveNetwork(to: Core, address: string | undefined): Promise<void> {
    if (address === undefined || this.given.has(address)) return;
    const file = await this.read(address);
    if (!file) return;
    to.ask('network', new Uint8Array(file));
    this.given.add(address);
  }

  private forget(): void {
    this.core = undefined;
    this.given.clear();
  }
}
