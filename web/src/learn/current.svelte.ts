import type { Challenge } from './puzzles.ts';
import type { Solver } from './solver.svelte.ts';

/** The puzzle on the board. The one before stays, and goes on, until there is something to see of the next. */
export class Current<Kind extends Challenge = Challenge> {
  solver: Solver<Kind> | undefined = $state.raw();

  /** Whether another has come onto the board: it may have been there already, or no longer be wanted. */
  async take(made: Solver<Kind>, isWanted: () => boolean): Promise<boolean> {
    // One that could not begin is tried again.
    if (this.solver?.puzzle.id === made.puzzle.id && this.solver.phase !== 'opening') return false;
    await made.begin();
    if (!isWanted()) return false;
    this.clear();
    this.solver = made;
    return true;
  }

  clear(): void {
    this.solver?.stop();
    this.solver = undefined;
  }
}
