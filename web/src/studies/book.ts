/** A study: several positions and lines of moves, with comments. `Study` of the analysis board is what shows one of its chapters. */
import { newTree, lastOf } from '../analyse/facts.ts';
import { readRecord, readTag, writeRecord, writeTag } from '../analyse/record.ts';
import type { Address } from '../analyse/address.ts';
import { writeTree } from '../analyse/tree.ts';
import { firstLetters, oneLine } from '../plain.ts';

/** A position, or a tree of moves; what is said of its first position is the chapter's text. */
export interface Chapter extends Pick<Address, 'game' | 'position' | 'moves' | 'flipped' | 'ended'> {
  title: string;
  /** Those of the record that it came from which say none of this, as they stood there: players, dates. */
  tags?: readonly string[];
}

export interface Book {
  title: string;
  /** One at least. */
  chapters: readonly Chapter[];
}

export const mostChapters = 64;
/** Of the whole text, in bytes. */
export const mostBytes = 200_000;
/** Letters. */
export const longestTitle = 100;

export class TooManyChapters extends Error {}

/** What is wrong with a chapter, and which it is. */
class WrongChapter extends Error {
  constructor(number: number, { message }: Error) {
    super(`chapter ${number}: ${message}`);
  }
}

export const titled = (text: string): string => firstLetters(oneLine(text).trim(), longestTitle);

/** A chapter as it is kept, of what stands on the analysis board. */
export function chapterOf({ game, position, moves, flipped, ended }: Address, title: string, tags: readonly string[] = []): Chapter {
  return {
    title, game, ...(position ? { position } : {}), ...(moves ? { moves } : {}), ...(flipped ? { flipped } : {}), ...(ended ? { ended } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
}

const plain = (chapter: Chapter) => JSON.stringify(chapterOf(chapter, chapter.title, chapter.tags));
export const isSame = (one: Chapter, other: Chapter): boolean => plain(one) === plain(other);

/**
 * What somebody else made of a study, with what was changed here on top. A chapter that both changed is there twice, unless that is more
 * than a study has; then it is as it is here.
 */
export function merge(before: Book, here: Book, there: Book): Book {
  const chapters = [...there.chapters];
  here.chapters.forEach((chapter, i) => {
    if (before.chapters.some((each) => isSame(each, chapter)) || chapters.some((each) => isSame(each, chapter))) return;
    const old = before.chapters[i];
    const at = chapters.findIndex((each) => old && isSame(each, old));
    if (at >= 0) chapters[at] = chapter;
    else if (chapters.length < mostChapters) chapters.push(chapter);
    else chapters[Math.min(i, chapters.length - 1)] = chapter;
  });
  return { title: here.title === before.title ? there.title : here.title, chapters };
}

/** One record a chapter, as every command that reads records reads them (src/game/record.hpp), with titles as tags of their own. */
export function writeBook({ title, chapters }: Book): string {
  return chapters.map((chapter) => {
    const tags = [writeTag('Study', title), writeTag('Chapter', chapter.title), ...(chapter.flipped ? [writeTag('Turned', 'on')] : []), ...(chapter.tags ?? [])];
    return writeRecord(newTree(chapter, tags), () => '');
  }).join('\n');
}

/** Throws an error of one line where the text is none of a study, or of no records. Whether the moves are legal is not asked. */
export function readBook(text: string): Book {
  const records = text.replace(/^\ufeff/, '').split(/^(?=%tgn)/m).filter((each) => each.trim());
  if (records.length > mostChapters) throw new TooManyChapters();
  if (!records[0]?.startsWith('%tgn')) throw new Error('record: a study begins with the line %tgn 1');
  const chapters = records.map((record, i) => {
    try {
      return readChapter(record);
    } catch (reason) {
      throw new WrongChapter(i + 1, reason as Error);
    }
  });
  return { title: titled(readTag(records[0], 'Study') ?? ''), chapters };
}

function readChapter(record: string): Chapter {
  const root = readRecord(record, '');
  const { game, position, tags } = root.facts!.origin!;
  const { ended } = lastOf(root).facts ?? {};
  const players = ['First', 'Second'].map((name) => readTag(record, name)).filter(Boolean).join(' – ');
  const isTurned = readTag(record, 'Turned') === 'on';
  return chapterOf({ game, ...(position ? { position } : {}), moves: writeTree(root), flipped: isTurned, ...(ended ? { ended } : {}) }, titled(readTag(record, 'Chapter') ?? players), tags.filter((tag) => !/^\[(Study|Chapter|Turned) /.test(tag)));
}

/** The title of a study's text, without reading the rest. */
export const titleIn = (text: string): string => titled(readTag(text, 'Study') ?? '');
