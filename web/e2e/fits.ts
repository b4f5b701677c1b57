import { expect } from 'vitest';
import type { Table } from './harness.ts';

/** Nothing to scroll sideways, no text under 12 pixels, no button under 44 (but the many in the list of moves) or too narrow for its words. */
export async function expectFits(table: Table): Promise<void> {
  // The board measures itself a moment after its size has changed.
  const misfits = () => table.page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement | SVGElement>('body *')].filter((element) => element.checkVisibility());
    const scale = (element: Element) => (element instanceof SVGTextElement ? element.getScreenCTM()!.a : 1);
    const ownText = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim());
    const small = seen.filter((element) => ownText(element) && parseFloat(getComputedStyle(element).fontSize) * scale(element) < 11.95);
    const tight = seen.filter((element) => element.matches('button:not(.moves li *, .tree-moves *, .pv *)') && element.getBoundingClientRect().height < 44);
    const cramped = seen.filter((element) => element.matches('button') && element.scrollWidth > element.clientWidth);
    const sideways = document.documentElement.scrollWidth - innerWidth;
    return [...small, ...tight, ...cramped].map((element) => element.outerHTML).concat(sideways > 0 ? [`${sideways} px to scroll sideways`] : []);
  });
  await expect.poll(misfits).toEqual([]);
}
