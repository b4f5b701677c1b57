import { remember, remembered } from '../memory.ts';

/** What has been solved in this browser. */
export class Progress {
  private solved: ReadonlySet<string> = $state.raw(new Set(remembered<string[]>('puzzles.solved')));
  /** How many were solved at the first try and without help since the last that was not; again is not once more. */
  row = $state(remembered<number>('puzzles.row') ?? 0);

  isSolved = ({ id }: { id: string }): boolean => this.solved.has(id);

  solve(id: string, clean: boolean): void {
    const isNew = !this.solved.has(id);
    // Another tab may have solved others meanwhile.
    this.solved = new Set([...(remembered<string[]>('puzzles.solved') ?? []), ...this.solved, id]);
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
