import { Study } from '../analyse/study.svelte.ts';
import { Task } from '../cancel.ts';
import { pack, unpack } from '../pack.ts';
import type { Play } from '../play.svelte.ts';
import { isStudies } from '../screens.ts';
import { steps } from '../steps.svelte.ts';
import { ownTrouble, troubleFrom, type Trouble } from '../trouble.ts';
import { here, rename as renamePlace } from '../where.ts';
import { readStudies, writeStudies, type StudyAddress } from './studyAddress.ts';
import { chapterOf, isSame, merge, mostBytes, mostChapters, readBook, titled, TooManyChapters, writeBook, type Book, type Chapter } from './book.ts';
import { forgetStudy, keepStudy, nameOf, newId, ownStudies, ownText, ownTitle, type OwnStudy } from './kept.ts';
import { words } from './words.ts';

export type Listed = OwnStudy & { title: string };

/** By their names, studies with what could not be kept yet: how they should be, and how they were last kept. */
export type Unkept = Map<string, { text: string; before: string }>;

/** Other screens are left and come back to; what is not kept is there as long as the page is. */
const ofThePage: Unkept = new Map();
/** Whoever closes the page or loads another is asked whether he means it. */
const warn = (event: Event) => event.preventDefault();

/** A study that is read chapter by chapter, one's own or another's; and the list of one's own. */
export class Reading {
  /** Undefined is the list. */
  book: Book | undefined = $state.raw();
  /** Of the chapter that is open, from 1 on. */
  number = $state(1);
  /** Of one's own; undefined is another's. */
  id: string | undefined = $state();
  /** The study as its address has it; undefined where it is too long for one. */
  data: string | undefined = $state();
  own: readonly Listed[] = $state.raw([]);
  trouble: Trouble | undefined = $state.raw();
  /** What a screen reader is told. */
  news = $state('');
  opened = $state(false);
  /** All of the chapter stands on the board: what is changed there is the chapter. */
  isWhole = $state(false);

  readonly study: Study;
  readonly chapter: Chapter | undefined = $derived.by(() => this.book?.chapters[this.number - 1]);
  /** One's own, which may be changed. */
  readonly isOwn = $derived(this.id !== undefined);

  /** As it was last read or kept. */
  private text = '';
  /** The chapter as it came onto the board. */
  private shown: Chapter | undefined;
  private readonly following = new Task();
  private readonly packing = new Task();

  constructor(play: Play, private readonly unkept: Unkept = ofThePage) {
    this.study = new Study(play, { take: () => {}, write: () => this.keepMoves() });
  }

  placeOf(chapter: number): string {
    const { id, data } = this;
    return writeStudies({ ...(id !== undefined ? { id } : data !== undefined ? { data } : {}), chapter });
  }

  /** What the address names. */
  async follow(): Promise<void> {
    const asked = readStudies(here());
    if (!isStudies(here())) return;
    this.trouble = undefined;
    this.settle();
    const signal = this.following.begin();
    const isThere = this.book !== undefined && asked?.id === this.id && (asked?.id ? this.isUpToDate(asked.id) : asked?.data !== undefined && asked.data === this.data);
    if (!isThere) {
      const text = await this.textAt(asked).catch(() => undefined);
      if (signal.aborted) return;
      this.take(text, asked);
    }
    if (this.book) {
      const before = this.number;
      this.number = Math.min(Math.max(1, asked?.chapter ?? 1), this.book.chapters.length);
      this.news = isThere && this.number !== before ? this.whereabouts() : '';
      await this.show(this.chapter!, signal);
    }
    if (!signal.aborted) this.opened = true;
  }

  /** What could not be kept is newer than what is. */
  private isUpToDate(id: string): boolean {
    return this.unkept.has(id) || ownText(id) === this.text;
  }

  /** Undefined is the list. */
  private async textAt(asked: StudyAddress | undefined): Promise<string | undefined> {
    if (asked?.data !== undefined) return unpack(asked.data, mostBytes);
    return asked?.id === undefined ? undefined : (this.unkept.get(asked.id)?.text ?? ownText(asked.id));
  }

  private take(text: string | undefined, asked: StudyAddress | undefined): void {
    const { id, data } = asked ?? {};
    [this.book, this.id, this.data, this.text, this.isWhole] = [undefined, undefined, undefined, '', false];
    this.list();
    try {
      if (text !== undefined) this.book = readBook(text);
    } catch {
      // Nothing of it is shown.
    }
    if (!this.book) {
      this.trouble = !asked || data !== undefined ? ownTrouble(words().badLink) : id !== undefined ? ownTrouble(words().notHere) : undefined;
      return;
    }
    [this.id, this.data, this.text] = [id, data, text!];
    if (data === undefined) void this.pack(text!);
    const unkept = id === undefined ? undefined : this.unkept.get(id);
    if (!unkept) return;
    this.text = unkept.before;
    this.change(this.book);
  }

  private list(): void {
    this.own = ownStudies().map((each) => ({ ...each, title: ownTitle(each.id) }));
  }

  private whereabouts(): string {
    return words().nowAt(this.number, this.book!.chapters.length, this.chapter!.title);
  }

  private async show(chapter: Chapter, signal: AbortSignal): Promise<void> {
    this.isWhole = false;
    const isShown = await this.study.open(chapter);
    if (signal.aborted) return;
    this.isWhole = isShown && !this.study.tree.trouble;
    this.shown = this.onBoard();
  }

  private async pack(text: string): Promise<void> {
    const signal = this.packing.begin();
    const data = await pack(text);
    if (!signal.aborted) this.data = data;
  }

  /** What was changed a moment ago, or could not be kept before, is kept before anything else is shown. */
  private settle(): void {
    if (this.isOwn && this.isWhole) this.study.writeAddress();
    if (this.id !== undefined && this.unkept.has(this.id)) this.change(this.book!);
  }

  /** The page is about to be left: what was done a moment ago is kept. True where something is not. */
  leave(): boolean {
    (document.activeElement as HTMLElement | null)?.blur(); // a comment counts when its field is left
    this.settle();
    return this.unkept.size > 0;
  }

  private setUnkept(id: string, change: { text: string; before: string } | undefined): void {
    if (change) this.unkept.set(id, change);
    else this.unkept.delete(id);
    if (this.unkept.size > 0) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  }

  close(): void {
    this.settle();
    this.following.cancel();
    this.packing.cancel();
    this.study.close();
  }

  /** Another tab has kept something. */
  hear(key: string | null): void {
    if (!this.book) return this.list();
    if (this.id === undefined || !key?.endsWith(nameOf(this.id)) || ownText(this.id) === this.text) return;
    const before = this.number;
    this.settle();
    if (this.number !== before) renamePlace(this.placeOf(this.number));
    void this.follow();
  }

  // ---- Changing one's own ----

  private onBoard(): Chapter {
    const { title, tags } = this.chapter!;
    return chapterOf(this.study.contents(), title, tags);
  }

  /** Where nothing was changed nothing is kept, though it be written in another way than it was. */
  private keepMoves(): void {
    if (!this.isOwn || !this.isWhole || !this.chapter) return;
    const chapter = this.onBoard();
    if (isSame(chapter, { ...this.shown!, title: chapter.title })) return;
    this.shown = chapter;
    this.changeChapter(chapter);
  }

  private changeChapter(chapter: Chapter): void {
    const { title, chapters } = this.book!;
    this.change({ title, chapters: chapters.with(this.number - 1, chapter) });
  }

  private change(book: Book): void {
    const id = this.id!;
    if (writeBook(book) !== this.text) book = this.withOthers(book);
    const text = writeBook(book);
    this.book = book;
    if (text === this.text && !this.unkept.has(id)) return;
    this.trouble = keepStudy(id, text);
    this.setUnkept(id, this.trouble && { text, before: this.text });
    if (!this.trouble) this.text = text;
    void this.pack(text);
  }

  /** Another tab may have kept something of which this one has not heard yet. */
  private withOthers(book: Book): Book {
    const there = ownText(this.id!);
    if (there === undefined || there === this.text) return book;
    try {
      const merged = merge(readBook(this.text), book, readBook(there));
      const open = book.chapters[this.number - 1];
      this.number = 1 + Math.max(0, merged.chapters.findIndex((each) => open && isSame(each, open)));
      return merged;
    } catch {
      return book; // What is there is no study.
    }
  }

  rename(title: string): void {
    this.change({ ...this.book!, title: titled(title) });
  }

  renameChapter(title: string): void {
    this.settle();
    this.changeChapter({ ...this.chapter!, title: titled(title) });
  }

  /** The chapter that is open goes a place up or down. */
  move(step: 1 | -1): void {
    this.settle();
    const { title, chapters } = this.book!;
    const [from, to] = [this.number - 1, this.number - 1 + step];
    const [one, other] = [chapters[from], chapters[to]];
    if (!one || !other) return;
    this.number = to + 1;
    this.change({ title, chapters: chapters.with(to, one).with(from, other) });
    this.news = words().moved(this.number);
    renamePlace(this.placeOf(this.number));
  }

  removeChapter(): void {
    const { title, chapters } = this.book!;
    if (chapters.length < 2) return;
    this.isWhole = false;
    this.change({ title, chapters: chapters.toSpliced(this.number - 1, 1) });
    this.number = Math.min(this.number, this.book!.chapters.length);
    renamePlace(this.placeOf(this.number));
    this.news = `${words().removed} ${this.whereabouts()}`;
    void this.show(this.chapter!, this.following.begin());
  }

  removeStudy(): void {
    this.isWhole = false;
    forgetStudy(this.id!);
    this.setUnkept(this.id!, undefined);
    this.book = undefined;
    steps.go(writeStudies({}));
  }

  /** Another's becomes one's own. */
  copy(): void {
    this.add(this.book!, this.number);
  }

  private add(book: Book, chapter: number): void {
    const id = newId();
    this.trouble = keepStudy(id, writeBook(book));
    if (!this.trouble) steps.go(writeStudies({ id, chapter }));
  }

  async openFile(file: File): Promise<void> {
    this.trouble = undefined;
    try {
      if (file.size > mostBytes) this.trouble = ownTrouble(words().tooLargeFile(mostBytes / 1000));
      else {
        const book = readBook(await file.text());
        this.add({ ...book, title: book.title || titled(file.name.replace(/\.\w+$/, '')) }, 1);
      }
    } catch (reason) {
      this.trouble = reason instanceof TooManyChapters ? ownTrouble(words().tooManyChapters(mostChapters)) : { ...troubleFrom(reason), lead: words().badFile };
    }
  }
}
