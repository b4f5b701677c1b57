import { expect, it } from 'vitest';
import { lanesOf } from './lanes.ts';

it('keeps marks that have room beside each other in one lane', () => {
  expect(lanesOf([10, 30, 50], 20)).toEqual([0, 0, 0]);
});

it('lets no mark cover another', () => {
  const centres = [10, 12, 14, 30, 31, 60, 62, 64, 66];
  const lanes = lanesOf(centres, 20);
  centres.forEach((a, i) => centres.forEach((b, j) => i < j && lanes[i] === lanes[j] && expect(Math.abs(a - b)).toBeGreaterThanOrEqual(20)));
  expect(Math.max(...lanes)).toBe(3);
});
