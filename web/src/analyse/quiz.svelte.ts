import { Task } from '../cancel.ts';
import type { Facts, StudyNode } from './facts.ts';
import type { Judge } from './judge.ts';
import type { Loader } from './loader.ts';
import { isAsGood, lost, type Points } from './points.ts';
import type { Review, Reviewed } from './review.svelte.ts';
import { addMove } from './tree.ts';
import type { Variations } from './variations.svelte.ts';

interface Question {
  mistake: Reviewed;
  state: 'ask' | 'thinking' | 'right' | 'good' | 'wrong';
  tried: string;
  lost: Points;
}

/** Finding a better move than one that was a mistake. */
export class Quiz {
  question: Question | undefined = $state.raw();

  private readonly answering = new Task();

  constructor(private readonly tree: Variations, private readonly loader: Loader, private readonly judge: Judge, private readonly review: Review) {}

  async ask(mistake: Reviewed): Promise<void> {
    const signal = this.answering.begin();
    if ((await this.tree.show(mistake.node.parent!)) === 'shown' && !signal.aborted) this.say(mistake, 'ask');
  }

  /** Whether a move from this node answers it. */
  isAt(node: StudyNode): boolean {
    return !!this.question && this.question.mistake.node.parent === node;
  }

  async answer(move: string): Promise<void> {
    const { mistake } = this.question!;
    const { before } = mistake;
    const signal = this.answering.begin();
    this.say(mistake, 'thinking', move);
    if (move === before.line[0]) {
      this.say(mistake, 'right', move);
      return this.tree.playLine([move]);
    }
    try {
      const given = lost(before, await this.judge.move(mistake.node.parent!, move, this.review.seconds, signal));
      const good = isAsGood(given);
      this.say(mistake, good ? 'good' : 'wrong', move, given);
      if (good) return this.tree.playLine([move]);
    } catch (reason) {
      if (signal.aborted) return;
      this.say(mistake, 'ask');
      this.tree.refuse(reason);
    }
    this.tree.refusals++;
  }

  leave(): void {
    this.answering.cancel();
    this.question = undefined;
  }

  /** The better line becomes a variation, and is shown. */
  async showBetter(mistake: Reviewed): Promise<void> {
    this.leave();
    const from = mistake.node.parent!;
    if ((await this.tree.show(from)) !== 'shown') return;
    const { moves, problem } = await this.loader.playable(from, mistake.before.line);
    if (this.tree.at !== from) return; // somebody has gone on meanwhile
    if (problem) this.tree.refuse(problem);
    moves.reduce(addMove<Facts>, from);
    const first = from.children.find((child) => child.move === moves[0]);
    if (first) await this.tree.show(first);
  }

  private say(mistake: Reviewed, state: Question['state'], tried = '', given: Points = 0): void {
    this.question = { mistake, state, tried, lost: given };
  }
}
