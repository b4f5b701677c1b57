import type { Socket } from './client.ts';
import type { BoardInfo, GameInfo } from './protocol.ts';

/** What answers the page: a server, or in a page that was built to need none a worker of its own. */
export interface Transport {
  /** A server keeps time, brings people together who are not at this screen, and solves. */
  readonly isServer: boolean;
  games(): Promise<GameInfo[]>;
  board(variant: string): Promise<BoardInfo>;
  /** The SVG that the program draws for a query. */
  diagram(query: string): Promise<string>;
  /** The same of a game, as a moving picture. */
  animation(query: string): Promise<string>;
  /** As a GIF, which only a server makes. */
  gif?(query: string): Promise<Blob>;
  /** Over which the messages of docs/protocol.md go. */
  connect(): Socket;
  /** Another who answers the same, beside this one, so that more than one thing is thought about. He ends with his connection. */
  another(): Transport;
  /** What is kept is kept here: the browser is to hold on to it. */
  keep?(): void;
  /** Why no connection can be made although somebody answers; undefined where it is not known. */
  whyBarred?(): Promise<'origin' | 'upgrade' | undefined>;
}
