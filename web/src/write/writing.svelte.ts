import { mostText, rules, words as language } from 'virtual:written';
import { sleep, Task } from '../cancel.ts';
import { load } from '../local/load.ts';
import { usualPlayers } from '../opponent.ts';
import { OwnAddress } from '../ownAddress.ts';
import { isObject, isText } from '../shapes.ts';
import { remember, remembered } from '../memory.ts';
import type { Players } from '../protocol.ts';
import { newKey } from '../shelf.ts';
import { ownTrouble, troubleFrom, type Trouble } from '../trouble.ts';
import { spellVariant } from '../variant.ts';
import { here } from '../where.ts';
import { isWriting, readWriting, writeWriting } from './address.ts';
import { textOf, whole } from './bases.ts';
import { faultOf, type Fault } from './fault.ts';
import { forgetText, keepText, ownTexts, type OwnText } from './own.ts';
import { pack, unpack } from '../pack.ts';
import { NoReader, Reader, TooSlow } from './reader.ts';
import type { Read } from './reading.ts';
import { first } from './shipped.ts';
import { words } from './texts.ts';
import { WrittenPlay } from './writtenPlay.svelte.ts';

export { language };

/** What was read of a text that is in order. */
export interface Good extends Read {
  text: string;
}

/** The text has not been changed for so long: the address follows it, and it is kept. Milliseconds. */
const pause = 400;

const isGame = isObject<{ text: string; key: string }>({ text: isText, key: isText });

let module: Promise<WebAssembly.Module> | undefined;
/** What failed to come is asked for again next time. */
function moduleOfRules(): Promise<WebAssembly.Module> {
  module ??= load(rules);
  module.catch(() => (module = undefined));
  return module;
}

/** A text, what is wrong with it, and what is played of it. */
export class Writing {
  text = $state('');
  /** On the text as it was a moment ago; undefined before any was read. */
  verdict: 'fine' | Fault | Trouble | undefined = $state.raw();
  /** The latest text that was in order, which may be this one. */
  good: Good | undefined = $state.raw();
  /** What is chosen of its options. */
  options: ReadonlyMap<string, string> = $state.raw(new Map());
  players: Players = $state(usualPlayers());
  play: WrittenPlay | undefined = $state.raw();
  /** The text's address; undefined where it is too long for one. */
  data: string | undefined = $state();
  trouble: Trouble | undefined = $state.raw();
  own: OwnText[] = $state.raw(ownTexts());
  /** Another text than what was typed: the editor shows it. */
  opened = $state(0);

  readonly isFine = $derived(this.verdict === 'fine' && this.good?.text === this.text);
  readonly variant = $derived(this.good ? spellVariant(this.good.info, this.options) : '');
  /** The game that is played is that of an earlier text. */
  readonly isOlder = $derived(this.play !== undefined && this.play.given.text !== this.text);

  private readonly reader = new Reader(moduleOfRules, whole);
  private readonly following = new Task();
  private readonly settling = new Task();
  private readonly sitting = new Task();
  private readonly address = new OwnAddress();
  /** The game that was going on when the page was left. */
  private left: { text: string; key: string } | undefined;
  /** The game that comes with the program whose text this is. */
  private shipped: string | undefined;
  /** Which of one's own texts this is, once it has been changed. */
  private id: string | undefined;

  /** What the address names. */
  async follow(): Promise<void> {
    const signal = this.following.begin();
    const asked = readWriting(here());
    if (!isWriting(here()) || (asked?.data !== undefined && asked.data === this.data)) return;
    this.address.take();
    const text = await this.textAt(asked).catch(() => {
      this.trouble = ownTrouble(words().badLink);
      return this.opened ? undefined : first; // what is there stays
    });
    if (!signal.aborted && text !== undefined) this.open(text, asked?.game);
  }

  private async textAt(asked: ReturnType<typeof readWriting>): Promise<string | undefined> {
    this.trouble = undefined;
    if (!asked) throw new Error('no text');
    if (asked.data !== undefined) return unpack(asked.data, mostText);
    if (asked.game === undefined) return this.own[0]?.text ?? first;
    const text = textOf(asked.game);
    if (text === undefined) this.trouble = ownTrouble(words().noGame(asked.game));
    return text ?? first;
  }

  /** A copy of a text: what is changed of it is one's own. Its lines end as the editor's do, which would be a change else. */
  open(given: string, shipped?: string, id?: string): void {
    const text = given.replace(/\r\n?/g, '\n');
    [this.shipped, this.id] = [shipped, id ?? this.own.find((own) => own.text === text)?.id];
    this.options = new Map();
    this.setup();
    this.left = remembered('writing.game', isGame);
    this.take(text);
    this.opened++;
    void this.settle(false);
  }

  /** What is typed. */
  type(text: string): void {
    if (text === this.text) return;
    this.take(text);
    void this.settle(true);
  }

  choose(options: ReadonlyMap<string, string>): void {
    this.options = options;
    void this.check();
  }

  private take(text: string): void {
    this.text = text;
    void this.check();
  }

  private async check(): Promise<void> {
    const { text } = this;
    const [, options = ''] = this.variant.split(':');
    try {
      const read = await this.reader.check(text, options);
      if (!read || text !== this.text) return;
      this.good = { ...read, text };
      this.verdict = 'fine';
      void this.resume(this.good);
    } catch (reason) {
      if (text === this.text) this.verdict = await verdictOn(reason as Error, text);
    }
  }

  /** Keeps it, and has the address follow it. */
  private async settle(isChanged: boolean): Promise<void> {
    const signal = this.settling.begin();
    const { text } = this;
    try {
      if (isChanged) await sleep(pause, signal);
      if (isChanged) this.keep(text);
      const data = await pack(text);
      signal.throwIfAborted();
      this.data = data;
      const { shipped } = this;
      const isShipped = shipped !== undefined && text === textOf(shipped);
      this.address.write(writeWriting(isShipped ? { game: shipped } : { ...(data !== undefined && { data }) }));
    } catch {
      // Another text is there by now.
    }
  }

  /** What is too long to be a text takes no room from what else is kept. */
  private keep(text: string): void {
    this.id ??= newKey();
    const fits = new TextEncoder().encode(text).length <= mostText;
    const isKept = fits && keepText({ id: this.id, text, at: Date.now() });
    this.trouble = isKept ? undefined : ownTrouble(fits ? words().full : words().tooLarge(mostText));
    this.own = ownTexts();
  }

  forget(id: string): void {
    forgetText(id);
    if (this.id === id) this.id = undefined;
    this.own = ownTexts();
  }

  /** A game by the text as it is now. */
  async begin(players = this.players): Promise<void> {
    const { good, variant } = this;
    if (!good || !this.isFine) return;
    this.trouble = undefined;
    let play: WrittenPlay | undefined;
    try {
      play = await this.sitDown(good);
      if (!play) return;
      this.players = players;
      remember('players', players);
      await play.create({ game: variant, ...players, clock: null });
      remember('writing.game', { text: good.text, key: play.client.following ?? '' });
    } catch (reason) {
      if (play && this.play !== play) return; // it was left
      this.setup();
      this.trouble = troubleFrom(reason);
    }
  }

  private async resume(good: Good): Promise<void> {
    const { left } = this;
    this.left = undefined;
    if (left?.text !== good.text || this.play) return;
    const play = await this.sitDown(good);
    await play?.client.open(left.key).catch(() => this.play === play && this.setup());
  }

  /** Undefined where something else was wanted meanwhile. */
  private async sitDown({ text, info }: Good): Promise<WrittenPlay | undefined> {
    const signal = this.sitting.begin();
    const module = await moduleOfRules();
    if (signal.aborted) return undefined;
    this.play?.client.close();
    this.play = new WrittenPlay({ rules: module, text, whole: whole(text), info }, () => this.setup());
    return this.play;
  }

  /** Back to the choice of how to play. */
  setup(): void {
    this.sitting.cancel();
    this.play?.client.close();
    this.play = undefined;
  }

  close(): void {
    this.following.cancel();
    this.settling.cancel();
    this.reader.close();
    this.setup();
  }
}

async function verdictOn(reason: Error, text: string): Promise<Fault | Trouble> {
  if (reason instanceof TooSlow) return ownTrouble(words().slow(reason.seconds));
  if (reason instanceof NoReader) return ownTrouble(words().noReader);
  const isThere = await moduleOfRules().then(() => true, () => false);
  return isThere ? faultOf(reason.message, text) : ownTrouble(words().noReader);
}

export { moduleOfRules };
