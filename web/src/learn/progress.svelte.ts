import { remember, remembered } from '../memory.ts';
import { isText, isWhole } from '../shapes.ts';

const kept = (): string[] => remembered('puzzles.solved', Array.isArray)?.filter(isText) ?? [];

/** What has been solved in this browser. */
export class Progress {
  private solved: ReadonlySet<string> = $state.raw(new Set(kept()));
  /** How many were solved at the first try and without help since the last that was not; again is not once more. */
  row = $state(remembered('puzzles.row', isWhole(0)) ?? 0);

  isSolved = ({ id }: { id: string }): boolean => this.solved.has(id);

  solve(id: string, clean: boolean): void {
    const isNew = !this.solved.has(id);
    // Another tab may have solved others meanwhile.
    this.solved = new Set([...kept(), ...this.solved, id]);
    remember('puzzles.solved', [...this.solved]);
    if (clean && isNew) this.count(this.row + 1);
  }

  /** A wrong move, or help. */
  slip(): void {
    if (this.row > 0) this.count(0);
  }

  private count(row: number): void {
    this.row = row;
    remember('puzzles.row', row);
  }
}
