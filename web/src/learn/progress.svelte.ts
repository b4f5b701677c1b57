import { remember, remembered } from '../memory.ts';
import { isText, isWhole } from '../shapes.ts';

/** What has been solved in this browser: puzzles, or lessons. */
export class Progress {
  private solved: ReadonlySet<string> = $state.raw(new Set());
  /** How many were solved at the first try and without help since the last that was not; again is not once more. */
  row = $state(0);

  constructor(private readonly of: 'puzzles' | 'lessons' = 'puzzles') {
    this.solved = new Set(this.kept());
    this.row = remembered(`${of}.row`, isWhole(0)) ?? 0;
  }

  isSolved = ({ id }: { id: string }): boolean => this.solved.has(id);

  solve(id: string, clean: boolean): void {
    const isNew = !this.solved.has(id);
    // Another tab may have solved others meanwhile.
    this.solved = new Set([...this.kept(), ...this.solved, id]);
    remember(`${this.of}.solved`, [...this.solved]);
    if (clean && isNew) this.count(this.row + 1);
  }

  /** A wrong move, or help. */
  slip(): void {
    if (this.row > 0) this.count(0);
  }

  private count(row: number): void {
    this.row = row;
    remember(`${this.of}.row`, row);
  }

  private kept(): string[] {
    return remembered(`${this.of}.solved`, Array.isArray)?.filter(isText) ?? [];
  }
}
