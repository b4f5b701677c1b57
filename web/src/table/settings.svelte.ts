import { remember, remembered } from '../memory.ts';
import { isFlag } from '../shapes.ts';

/** Where little is to move, little is to sound; and so it is until somebody says otherwise. */
const isQuiet = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What the table does beside the game, as this browser wants it. */
export class Settings {
  sounds = $state(remembered('sounds', isFlag) ?? !isQuiet());
  /** What the engine thinks of the position is shown while one plays. */
  evaluation = $state(remembered('evaluation', isFlag) ?? false);
  /** The browser tells whose turn it is while the page is out of sight; undefined where it was not asked yet. */
  tells: boolean | undefined = $state(remembered('tells', isFlag));

  toggle(what: 'sounds' | 'evaluation'): void {
    this[what] = !this[what];
    remember(what, this[what]);
  }

  answer(tells: boolean): void {
    this.tells = tells;
    remember('tells', tells);
  }
}
