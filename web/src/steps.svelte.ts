import { go } from './where.ts';

/** What the name of a choice that waits on a board begins with. */
export const choice = 'choice ';

/** What is kept with a step of the browser's history. */
interface Step {
  /** Of a screen and all that lies over it the same number. */
  screen: number;
  /** What lies over the screen, the lowest first. */
  over: string[];
}

function step(): Step | undefined {
  const { screen, over } = (history.state ?? {}) as Partial<Step>;
  const isOurs = typeof screen === 'number' && Array.isArray(over) && over.every((name) => typeof name === 'string');
  return isOurs ? { screen, over } : undefined;
}

/**
 * What lies over a screen, a dialog, a tool or a question, is a step of the browser's history: Back takes it away and leaves the
 * address as it is. Screens themselves are addresses.
 */
class Steps {
  /** The lowest first. */
  over: readonly string[] = $state.raw(step()?.over ?? []);
  /** What Back, or what closed the one below, has just taken away from a screen that stays. */
  taken: readonly string[] = $state.raw([]);
  /**
   * Brings the address up to date: a screen whose address follows what is seen may be late with it. `isBack`: the browser has
   * gone back to what may be an older address of the screen.
   */
  settle: (isBack: boolean) => void = () => {};

  /** False in somebody else's page, where Back is theirs: nothing becomes a step. */
  areOurs = true;

  private screen = step()?.screen;
  /** How often the browser has been told to go back and has not done so yet. */
  private leaving = 0;
  /** What has been opened meanwhile: the last of what lies over the screen, to become steps when the browser is there. */
  private waiting: { name: string; address: string | undefined }[] = [];

  constructor() {
    addEventListener('popstate', () => this.follow());
  }

  has(name: string): boolean {
    return this.over.includes(name);
  }

  /** The address is that of what lies below, where it has none of its own. */
  open(name: string, address?: string): void {
    if (!this.areOurs || this.over.at(-1) === name) return;
    this.taken = [];
    if (this.leaving > 0) {
      this.over = [...this.over, name];
      this.waiting.push({ name, address });
      return;
    }
    this.settle(false);
    this.screen = step()?.screen ?? Math.random();
    history.replaceState({ screen: this.screen, over: this.over }, '');
    this.over = [...this.over, name];
    history.pushState({ screen: this.screen, over: this.over }, '', address);
  }

  /** Takes it away, and what lies over it; does nothing where it is not there. */
  close(name: string): void {
    const at = this.over.indexOf(name);
    if (at < 0) return;
    const steps = this.over.length - this.waiting.length;
    this.waiting.splice(Math.max(0, at - steps));
    this.taken = this.over.slice(at);
    this.over = this.over.slice(0, at);
    if (at >= steps) return;
    this.leaving++;
    history.go(at - steps);
  }

  /** To another screen, from which Back leads to this one. */
  go(address: string): void {
    // Half a move stays with the screen that is left.
    const lowest = this.over.find((name) => !name.startsWith(choice));
    if (lowest !== undefined) this.close(lowest);
    if (!this.leaving) go(address);
    else addEventListener('popstate', () => go(address), { once: true });
  }

  /** The browser has gone back. */
  private arrive(): void {
    this.leaving--;
    if (this.leaving > 0) return;
    this.settle(true);
    const waiting = this.waiting.splice(0);
    this.over = this.over.slice(0, this.over.length - waiting.length);
    for (const { name, address } of waiting) this.open(name, address);
  }

  private follow(): void {
    if (this.leaving > 0) return this.arrive();
    const now = step();
    const before = this.over;
    this.over = now?.over ?? [];
    const isSame = now !== undefined && now.screen === this.screen;
    this.screen = now?.screen;
    // What was done with it open is not undone with it.
    if (!isSame || this.over.length > before.length) return;
    this.taken = before.slice(this.over.length);
    this.settle(true);
  }
}

export const steps = new Steps();
