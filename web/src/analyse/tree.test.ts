import { describe, expect, it } from 'vitest';
import { addMove, leaves, lineTo, mainLine, newNode, nodeAt, promote, readTree, remove, sibling, writePlace, writeTree } from './tree.ts';

const moves = (nodes: { move: string }[]) => nodes.map((node) => node.move);

describe('text', () => {
  it.each([
    '',
    'a2',
    'a2 a7-a5 a2-a4',
    '{at first} a2 {good} a7-a5',
    'a2 (b2 c3) (c2) a7-a5 (a7-a6 b2 {here} (c3 d4) e5) a2-a4',
  ])('is read as it was written: %s', (text) => expect(writeTree(readTree(text))).toBe(text));

  it('is read without numbers, glyphs and results', () => {
    expect(writeTree(readTree('1. a2! $3 1... a7-a5?? 2.a2-a4 {x}\n1-0'))).toBe('a2 a7-a5 a2-a4 {x}');
  });

  it('is read with the dots of a number apart from it', () => {
    expect(writeTree(readTree('1. a2 1. ... a7-a5 2. a2-a4'))).toBe('a2 a7-a5 a2-a4');
  });

  it('has what is said before a variation at its first move', () => {
    expect(writeTree(readTree('a2 {one} b2 {two} ({three} c2 {four} d2) e2'))).toBe('a2 {one} b2 {two} (c2 {three four} d2) e2');
    expect(writeTree(readTree('a2 {one} ({two}) b2'))).toBe('a2 {one two} b2');
  });

  it('keeps moves that look like numbers or boards', () => {
    expect(moves(mainLine(readTree('@Xa1 a2xb2@b3 pass e5l')))).toEqual(['@Xa1', 'a2xb2@b3', 'pass', 'e5l']);
  });

  it('is written with numbers where they are wanted', () => {
    const number = (ply: number, begins: boolean) => (ply % 2 === 0 ? `${ply / 2 + 1}.` : begins ? `${(ply + 1) / 2}...` : '');
    expect(writeTree(readTree('a b {e} (c d) f g'), number)).toBe('1. a b {e} (1... c 2. d) 2. f g');
  });

  it('says what was found once, in place of what the record said of it', () => {
    const text = 'a {[%eval 0.10] [%pv b] odd} (b {[%eval 0.20,3] well})';
    const remark = ({ move }: { move: string }) => (move ? `[%eval 0.30] [%pv ${move}]` : '');
    const once = 'a {[%eval 0.30] [%pv a] odd} (b {[%eval 0.30] [%pv b] well})';
    expect(writeTree(readTree(text), () => '', remark)).toBe(once);
    expect(writeTree(readTree(text))).toBe(text);
  });

  it('cannot be broken by a comment', () => {
    const root = newNode();
    addMove(root, 'a1').comment = 'a } b\n{ c';
    expect(readTree(writeTree(root)).children[0]!.comment).toBe('a ) b { c');
    addMove(root, 'a1').comment = '\x1b[2J is no città\u202e, \ud83d';
    expect(writeTree(root)).toBe('a1 { [2J is no città , \ufffd}');
  });

  it.each(['(a1)', 'a1 (b1', 'a1 b1)', 'a1 {b', 'a1 } b1', 'a1 b1 ((c1))', 'a1 1-0 1. b1 0-1', 'a1 * b1'])('is refused where it is not whole: %s', (text) => {
    expect(() => readTree(text)).toThrow(/^moves: /);
  });
});

describe('a tree', () => {
  it('has a move once at one place', () => {
    const root = newNode();
    expect(addMove(root, 'a')).toBe(addMove(root, 'a'));
    expect(root.children).toHaveLength(1);
  });

  it('promotes the variation that a move stands in, step by step', () => {
    const root = readTree('a b (c d) (e f (g)) h');
    const g = leaves(root).find((leaf) => leaf.move === 'g')!;
    expect(promote(g)).toBe(true);
    expect(writeTree(root)).toBe('a b (c d) (e g (f)) h');
    promote(g);
    expect(writeTree(root)).toBe('a b (e g (f)) (c d) h');
    promote(g);
    expect(moves(mainLine(root))).toEqual(['a', 'e', 'g']);
    expect(promote(g)).toBe(false);
  });

  it('loses a move with all that follows', () => {
    const root = readTree('a b (c d) e');
    const c = root.children[0]!.children[1]!;
    expect(remove(c)).toBe(root.children[0]);
    expect(writeTree(root)).toBe('a b e');
    expect(remove(root)).toBe(root);
  });

  it('knows what stands beside a move', () => {
    const [b, c] = readTree('a b (c)').children[0]!.children;
    expect(sibling(b!, 1)).toBe(c);
    expect(sibling(b!, -1)).toBeUndefined();
    expect(sibling(c!, -1)).toBe(b);
  });

  it('may be as long as the longest game, and have variations in variations as deep', () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `m${i}`).join(' ');
    const root = readTree(long);
    expect(moves(leaves(root))).toEqual(['m19999']);
    expect(writeTree(root)).toBe(long);
    const depth = 10_000;
    const deep = `a b${' (c d'.repeat(depth)}${')'.repeat(depth)}`;
    const nested = readTree(deep);
    expect(writeTree(nested)).toBe(deep);
  });

  it('finds every node again by its place', () => {
    const root = readTree('a b (c d (e)) (f g) h');
    for (const leaf of leaves(root)) {
      for (const node of lineTo(leaf)) expect(nodeAt(root, writePlace(node))).toBe(node);
    }
    expect(nodeAt(root, '99').move).toBe('h');
    expect(nodeAt(root, 'x,7,y')).toBe(root);
  });
});
