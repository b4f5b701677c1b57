import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { startCore, withBases } from './src/local/core.ts';

const root = resolve(import.meta.dirname, '..');
const modules = join(root, 'build-wasm/modules');
const made: Record<string, () => Promise<string>> = { 'virtual:engine': engineModule, 'virtual:written': writtenModule };

/**
 * The modules of apps/wasm with the games in each, the networks and the openings: what the page without a server brings along. And those
 * of written games, which every page has, with what they say of the language.
 */
export function engine(): Plugin {
  return {
    name: 'engine',
    resolveId: (wanted) => (Object.hasOwn(made, wanted) ? `\0${wanted}` : undefined),
    load: (wanted) => made[wanted.slice(1)]?.(),
  };
}

async function engineModule(): Promise<string> {
  const imports: string[] = [];
  const address = (path: string) => {
    imports.push(`import address${imports.length} from ${JSON.stringify(`${path}?url&no-inline`)};`);
    return `address${imports.length - 1}`;
  };
  const listed = await engineListing(address);
  const openings = Object.entries(openingsFiles()).map(([variant, path]) => `${JSON.stringify(variant)}: ${address(path)}`);
  return `${imports.join('\n')}\n${listed}export const openings = {${openings.join(',\n')}};\n`;
}

async function writtenModule(): Promise<string> {
  const module = await WebAssembly.compile(readFileSync(modulePath('written')));
  const { words, most_text } = (await startCore(module)).ask('words', '') as { words: object; most_text: number };
  const texts = Object.entries(writtenTexts());
  const games = await Promise.all(texts.map(async ([, text]) => ((await startCore(module)).ask('check', wholeText(text)) as { info: { game: string } }).info));
  const files = Object.fromEntries(games.map(({ game }, i) => [game, texts[i]![0]]));
  const constants = Object.entries({ words, mostText: most_text, games, files }).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  const paths = { rules: modulePath('written'), search: searchPath('written') };
  const addresses = Object.entries(paths).map(([name, path]) => `export { default as ${name} } from ${JSON.stringify(`${path}?url&no-inline`)};\n`);
  return [...addresses, ...constants].join('');
}

/** The texts of games/, by the name of the file, without its ending. */
export const writtenTexts = (folder = join(root, 'games')): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).filter((name) => name.endsWith('.game')).sort().map((name) => [basename(name, '.game'), readFileSync(join(folder, name), 'utf8')]));

/** What the modules are given of a text. */
export const wholeText = (text: string): string => withBases(text, Object.values(writtenTexts()));

/** What virtual.d.ts declares, as a program; `address` writes how it finds a file. */
export async function engineListing(address: (path: string) => string): Promise<string> {
  const families: string[] = [];
  for (const file of familyNames()) {
    const games = await gamesOf(modulePath(file));
    families.push(`{ rules: ${address(modulePath(file))}, search: ${address(searchPath(file))}, games: ${JSON.stringify(games)} }`);
  }
  const networks = Object.entries(networkFiles()).map(([variant, path]) => `${JSON.stringify(variant)}: ${address(path)}`);
  return `export const families = [${families.join(',\n')}];\nexport const networks = {${networks.join(',\n')}};\n`;
}

/** The lines of src/games/games.def, in their order, but for those of written games, which have modules in common. */
export const familyNames = (): string[] =>
  [...readFileSync(join(root, 'src/games/games.def'), 'utf8').matchAll(/^GAME\((?!written)(\w+),/gm)].map((line) => line[1]!);

/** The rules and live games. */
export const modulePath = (file: string): string => join(modules, `${file}.wasm`);
export const searchPath = (file: string): string => join(modules, `${file}-search.wasm`);

export async function gamesOf(path: string): Promise<unknown> {
  const core = await startCore(await WebAssembly.compile(readFileSync(path)));
  return core.ask('games', '');
}

/** The files of openings by the variant that each is of. */
export function openingsFiles(folder = join(root, 'openings')): Record<string, string> {
  const paths = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
  return Object.fromEntries(paths.map((path) => [(JSON.parse(readFileSync(path, 'utf8')) as { game: string }).game, path]));
}

/** The small networks by the variants that each is for, which its second line names. */
export function networkFiles(folder = join(root, 'networks/small')): Record<string, string> {
  // Nothing else that lies there, such as what an editor or a system leaves behind.
  const paths = readdirSync(folder).filter((name) => name.endsWith('.net')).map((name) => join(folder, name));
  return Object.fromEntries(paths.flatMap((path) => {
    const [, games] = readFileSync(path, 'latin1').split('\n', 2);
    if (!games?.startsWith('game ')) throw new Error(`${path}: the second line is not "game VARIANT …"`);
    return games.slice('game '.length).split(' ').map((game) => [game, path]);
  }));
}
