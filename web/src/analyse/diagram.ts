import { transport } from '../builtTransport.ts';
import type { Drawing } from './marks.ts';

/** What the program is asked to draw. */
export function diagramQuery({ game, position, moves, marks, caption, style, coordinates, turned }: Omit<Drawing, 'style'> & { style: Drawing['style'] | 'wood' }): string {
  const fields: [string, string | undefined][] = [
    ['game', game], ['position', position], ['moves', moves], ['marks', marks], ['caption', caption], ['style', style],
    ['coordinates', coordinates ? undefined : 'off'], ['turned', turned ? 'on' : undefined],
  ];
  return fields.flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : [])).join('&');
}

const svgOf = (drawing: Drawing) => transport.diagram(diagramQuery(drawing));

/** The drawing as the address of a picture. */
export async function pictureOf(drawing: Drawing): Promise<string> {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svgOf(drawing))}`;
}

export async function saveSvg(drawing: Drawing): Promise<void> {
  save(new Blob([await svgOf(drawing)], { type: 'image/svg+xml' }), 'diagram.svg');
}

/** Twice as large, for print and for screens with fine pixels. */
export async function savePng(drawing: Drawing): Promise<void> {
  const image = new Image();
  image.src = await pictureOf(drawing);
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'));
  if (png) save(png, 'diagram.png');
}

/** The game that leads through what is seen, as a moving picture of the board as the page has it. */
export async function saveAnimation(query: string): Promise<void> {
  save(new Blob([await transport.animation(query)], { type: 'image/svg+xml' }), 'game.svg');
}

/** The same as a GIF; undefined where there is no server, which alone makes one. */
export const saveGif = transport.gif && (async (query: string): Promise<void> => save(await transport.gif!(query), 'game.gif'));

export function saveText(text: string, name: string): void {
  save(new Blob([text], { type: 'text/plain' }), name);
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
