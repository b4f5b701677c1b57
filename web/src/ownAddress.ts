/**
 * The address of what is seen, which follows it without a step of the history. The page hears a moment late that somebody has gone on
 * to another one: what would be written meanwhile must not take him back.
 */
export class OwnAddress {
  private hash = location.hash;

  /** What is there is seen now, or about to be. */
  take(): void {
    this.hash = location.hash;
  }

  /** Whether nobody has gone on. */
  get isThere(): boolean {
    return location.hash === this.hash;
  }

  /** Does nothing where somebody has gone on. */
  write(hash: string): void {
    if (!this.isThere) return;
    history.replaceState(history.state, '', hash);
    this.take();
  }
}
