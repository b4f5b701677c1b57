import { transport } from '../builtTransport.ts';
import { Client } from '../client.ts';
import type { BoardInfo } from '../protocol.ts';

/**
 * Asks in somebody's page, where no games are played: it is connected only while there is something to ask. Each place shown has its own, as
 * one that is left may still wait for its answers.
 */
export class Guest {
  private asker: Client | undefined;

  boardOf(variant: string): Promise<BoardInfo> {
    return transport.board(variant);
  }

  get client(): Client {
    return (this.asker ??= new Client(() => transport.connect(), { onState() {}, onConnection() {}, onPresent() {} }));
  }

  leave(): void {
    this.asker?.close();
    this.asker = undefined;
  }
}
