/** Made by web/packages/build.ts. */
import type { Family } from '../local/engine.ts';

export declare const families: Family[];
/** The addresses of networks, by the variant that each is for. */
export declare const networks: Record<string, string>;
