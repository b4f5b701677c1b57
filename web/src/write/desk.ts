/** The worker that plays a written game: it answers the page as a server would, by the modules that are given the game's text. */
import { search } from 'virtual:written';
import type { GameInfo } from '../protocol.ts';
import { Engine } from '../local/engine.ts';
import { load } from '../local/load.ts';
import { serve } from '../local/serve.ts';

/** Said to it first. */
export interface Given {
  rules: WebAssembly.Module;
  text: string;
  /** With its bases. */
  whole: string;
  info: GameInfo;
}

self.onmessage = ({ data: { rules, whole, info } }: MessageEvent<Given>) => {
  const given = 'rules';
  const family = { rules: given, search, games: [info], text: whole };
  serve(new Engine([family], async (address) => (address === given ? rules : load(address))), {}, {});
};
