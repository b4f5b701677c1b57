/**
 * Where one writes: "#write", "#write/othello" for a written game that comes with the program, "#write=DATA" for a text, which so is sent as a
 * link: deflated, in base64 as addresses have it. What follows "#" is never sent to a server.
 */
const start = '#write';

export const isWriting = (place: string): boolean => /^#write([/=]|$)/.test(place);

export interface WritingAddress {
  game?: string;
  /** A text, as pack() makes it. */
  data?: string;
}

export function writeWriting({ game, data }: WritingAddress): string {
  return start + (data ? `=${data}` : game ? `/${game}` : '');
}

/** Undefined where the address is none of a text, or none that could be. */
export function readWriting(place: string): WritingAddress | undefined {
  const [match, game, data] = /^#write(?:\/([a-z\d-]+)\/?|=([\w-]+)|[/=]?)$/.exec(place) ?? [];
  return match === undefined ? undefined : { ...(game ? { game } : {}), ...(data ? { data } : {}) };
}
