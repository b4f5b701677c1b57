import type { GameInfo, GameOption } from './protocol.ts';

/** A variant taken apart: flags have an empty value. */
export interface Variant {
  game: string;
  options: Map<string, string>;
}

/** Reads `game:option,option=value`; another name of a game is put in full. */
export function parseVariant(games: readonly GameInfo[], text: string): Variant {
  const [name, options] = split(text.trim(), ':');
  const meant = games.find(({ aliases }) => Object.hasOwn(aliases, name))?.aliases[name];
  const [game, implied] = split(meant ?? name, ':');
  const words = [implied, options].filter(Boolean).join(',').split(',').filter(Boolean);
  return { game, options: new Map(words.map((word) => split(word, '='))) };
}

/** Spells a variant, leaving out what is standard, in the order in which the game lists its options. */
export function spellVariant(info: GameInfo, options: ReadonlyMap<string, string>): string {
  const words = info.options.filter((option) => isChosen(option, options)).map(({ name, kind }) => {
    return kind === 'flag' ? name : `${name}=${options.get(name)}`;
  });
  return words.length > 0 ? `${info.game}:${words.join(',')}` : info.game;
}

/** A size as its numbers: one for "5", two for "7x6". */
export function parseSize(text: string): number[] {
  return text.split('x').map(Number);
}

function isChosen(option: GameOption, options: ReadonlyMap<string, string>): boolean {
  const value = options.get(option.name);
  if (value === undefined) return false;
  return option.kind === 'flag' || (value !== '' && value !== option.standard);
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
