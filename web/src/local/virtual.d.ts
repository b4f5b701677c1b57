/** Made by web/engine.ts when the page is built. */
declare module 'virtual:written' {
  /** The addresses of the modules of written games. */
  export const rules: string;
  export const search: string;
  /** The words of the language, by what they are (src/games/written/words.hpp). */
  export const words: import('../write/language.ts').Words;
  /** How many bytes a text may have. */
  export const mostText: number;
  /** The written games that come with the program. */
  export const games: import('../protocol.ts').GameInfo[];
  /** Of each the file of games/, without its ending. */
  export const files: Record<string, string>;
}

declare module 'virtual:engine' {
  export const families: import('./engine.ts').Family[];
  /** The addresses of networks, by the variant that each is for. */
  export const networks: Record<string, string>;
  /** The addresses of openings, by the variant that each is of. */
  export const openings: Record<string, string>;
}
