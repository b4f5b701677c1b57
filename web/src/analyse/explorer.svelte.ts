import { after, Task } from '../cancel.ts';
import { isPassing, type Client } from '../client.ts';
import type { StudyNode } from './facts.ts';
import { placeOf } from './loader.ts';
import type { Variations } from './variations.svelte.ts';

/** Walking by quickly asks for nothing. */
const lingering = 150;

/** Whether there are no games to explore here, and not something else wrong: "explorer: there are no openings of … here". */
const isWithoutGames = (reason: unknown): boolean => !isPassing(reason) && reason instanceof Error && reason.message.startsWith('explorer: ');

/** What was played from the positions of a tree in games that are kept. */
export class Explorer {
  /** Whether it is wanted. */
  on = $state(false);
  /** There are no games of this variant where it was asked for. */
  without = $state(false);
  looking = $state(false);

  private readonly pausing = new Task();
  private readonly question = new Task();

  constructor(private readonly client: Pick<Client, 'request'>, private readonly tree: Variations) {}

  toggle(): void {
    this.on = !this.on;
    this.refresh();
  }

  /** Asks what is wanted here and not known yet. */
  refresh(): void {
    this.stop();
    const { at } = this.tree;
    if (this.on && at.facts && !at.facts.explored) after(lingering, this.pausing.begin(), () => this.look(at));
  }

  stop(): void {
    this.pausing.cancel();
    this.question.cancel();
    this.looking = this.without = false;
  }

  private async look(node: StudyNode): Promise<void> {
    const signal = this.question.begin();
    this.looking = true;
    try {
      (node.facts ??= {}).explored = await this.client.request('explorer', placeOf(node));
      this.tree.learned();
    } catch (reason) {
      if (signal.aborted) return;
      this.without = isWithoutGames(reason);
      if (!this.without) this.tree.refuse(reason);
    }
    if (!signal.aborted) this.looking = false;
  }
}
