/** What the marks on a written game's board stand for. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Point } from '../board';
import type { GameInfo } from '../protocol.ts';
import { legendOf, strokesOf } from './legend.ts';

const titles = { en: 'Holes', it: 'Buchi' };
const option = (name: string, kind: string, standard?: string) => ({ name, kind, title: titles, help: titles, ...(standard !== undefined && { standard }) });
const info = { game: 'mine', aliases: {}, options: [option('misere', 'flag'), option('start', 'choice', 'uai'), option('holes', 'cells')] } as unknown as GameInfo;
const shipped = (file: string) => readFileSync(new URL(`../../../games/${file}.game`, import.meta.url), 'utf8');
const legend = (text: string, variant = 'mine', base?: string) => legendOf(text, info, variant, () => base).map(({ owner = '-', shape, ways, cells }) => [owner, shape, ways.join('|'), cells]);

it('is told as the text names the cells, alike marks together', () => {
  expect(legend(shipped('hex'))).toEqual([['x', 'edge', 's|n', ['bottom', 'top']], ['o', 'edge', 'w|e', ['left', 'right']]]);
  expect(legend(shipped('insert')).map(([, , ways, cells]) => [ways, cells])).toEqual([
    ['e|w', ['lying']], ['n|s', ['upright']], ['ne|sw', ['rising']], ['nw|se', ['falling']],
  ]);
  expect(legend(shipped('othello'))).toEqual([]);
  expect(legend('draw cross centre ; the throne\n; draw cross top\ndraw edge camp | left\ndraw edge right, e\nsummary "draw cross; bottom"\n  draw cross bottom')).toEqual([
    ['-', 'cross', '', ['centre']], ['-', 'edge', '', ['camp | left', 'right']],
  ]);
});

it('has an option’s words in every language, where it has cells', () => {
  expect(legend('draw cross holes')).toEqual([]);
  expect(legend('draw cross holes', 'mine:holes=a1')).toEqual([['-', 'cross', '', [titles]]]);
});

it.each([
  ['misere', 'mine', false], ['misere', 'mine:misere', true], ['not misere and start = uai', 'mine', true], ['not misere and start = uai', 'mine:misere', false],
  ['start = uai', 'mine:start=other', false], ['not start = uai', 'mine:start=other', true],
])('holds for these options alone: if %s, %s', (condition, variant, is) => expect(legend(`if ${condition}: draw cross top`, variant)).toHaveLength(is ? 1 : 0));

it('is inherited, as long as the text draws nothing itself', () => {
  const base = 'draw cross top\ndraw x edge left';
  const cells = (text: string) => legend(`game mine "Mine"\nlike base\n${text}`, 'mine', base).map((mark) => mark[3]);
  expect(cells('')).toEqual([['top'], ['left']]);
  expect(cells('draw cross bottom\ndraw line right, n')).toEqual([['bottom'], ['right']]);
  expect(cells('without draw')).toEqual([]);
  expect(legend(base)).toHaveLength(2);
});

it('shows each mark on one cell', () => {
  const square: Point[] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
  const mark = (shape: 'edge' | 'line' | 'cross', ways: string[]) => ({ shape, owner: undefined, ways, cells: [] });
  expect(strokesOf(mark('cross', []), square)).toHaveLength(2);
  expect(strokesOf(mark('edge', []), square)).toHaveLength(4);
  expect(strokesOf({ ...mark('edge', ['s']), owner: 'x' }, square)).toEqual([[[0.5, 0.5], [-0.5, 0.5], 'x']]);
  const [up, right] = strokesOf(mark('line', ['n', 'se']), square).map(([, to]) => to);
  expect([up![0], up![1]]).toEqual([0, -0.36]);
  expect(right![0]).toBeCloseTo(0.36 * Math.SQRT1_2);
  expect(right![1]).toBeCloseTo(0.36 * Math.SQRT1_2);
  const hexagon = [0, 60, 120, 180, 240, 300].map((angle): Point => [Math.cos(angle * (Math.PI / 180)), Math.sin(angle * (Math.PI / 180))]);
  const [[, east]] = strokesOf(mark('line', ['ne']), hexagon) as [[Point, Point]]; // between north and south-east
  expect(east[0]).toBeCloseTo(0.36 * Math.sin(Math.PI / 3));
  expect(east[1]).toBeCloseTo(-0.18);
});
