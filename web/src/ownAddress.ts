import { here, rename } from './where.ts';

/**
 * The address of what is seen, which follows it without a step of the history. The page hears a moment late that somebody has gone on
 * to another one: what would be written meanwhile must not take him back.
 */
export class OwnAddress {
  private place = here();

  /** What is there is seen now, or about to be. */
  take(): void {
    this.place = here();
  }

  /** Whether nobody has gone on. */
  get isThere(): boolean {
    return here() === this.place;
  }

  /** Does nothing where somebody has gone on. */
  write(place: string): void {
    if (!this.isThere) return;
    rename(place);
    this.take();
  }
}
