/** Made by web/engine.ts when the page is built. */
declare module 'virtual:engine' {
  export const families: import('./engine.ts').Family[];
  /** The addresses of networks, by the variant that each is for. */
  export const networks: Record<string, string>;
  /** The addresses of openings, by the variant that each is of. */
  export const openings: Record<string, string>;
}
