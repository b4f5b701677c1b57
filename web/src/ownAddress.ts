import { rename, stay } from './where.ts';

/**
 * The address of what is seen, which follows it without a step of the history. The page hears a moment late that somebody has gone on
 * to another one: what would be written meanwhile must not take him back.
 */
export class OwnAddress {
  private at = stay();

  /** What is there is seen now, or about to be. */
  take(): void {
    this.at = stay();
  }

  /** Whether nobody has gone on. */
  get isThere(): boolean {
    return stay() === this.at;
  }

  /** Does nothing where somebody has gone on. */
  write(place: string): void {
    if (this.isThere) rename(place);
  }
}
