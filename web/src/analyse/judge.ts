import { sleep } from '../cancel.ts';
import type { Client } from '../client.ts';
import { messageBurst, messagesPerSecond } from '../limits.ts';
import type { Place, Result, Side } from '../protocol.ts';
import type { StudyNode } from './facts.ts';
import { placeAfter, placeOf } from './loader.ts';
import type { Judged } from './points.ts';

/** Of what a connection may ask, at once and in the long run, some is left for walking about. Pauses are in milliseconds. */
const burst = messageBurst * 0.7;
const pause = (1000 / messagesPerSecond) * 1.05;

/** A game that is over is judged by its rules. */
function judgeResult({ winner }: Result, next: Side): Judged {
  return { score: winner === 'draw' ? { draw: 0 } : winner === next ? { win: 0 } : { loss: 0 }, depths: [], line: [] };
}

/** Asks the engine what positions are worth, no faster than a connection may ask. */
export class Judge {
  private left = burst;
  private since = performance.now();

  constructor(private readonly client: Pick<Client, 'request'>) {}

  /** The position of a node whose facts are known. */
  async position(node: StudyNode, seconds: number, signal: AbortSignal): Promise<Judged> {
    const { result, shown } = node.facts ?? {};
    return result ? judgeResult(result, shown!.next) : this.think(placeOf(node), seconds, signal);
  }

  /** What a move leads to. */
  async move(node: StudyNode, move: string, seconds: number, signal: AbortSignal): Promise<Judged> {
    const place = placeAfter(node, move);
    await this.turn(signal);
    const { result, history } = await this.client.request('study', place);
    signal.throwIfAborted();
    return result ? judgeResult(result, history.at(-1)!.next) : this.think(place, seconds, signal);
  }

  private async think(place: Place, seconds: number, signal: AbortSignal): Promise<Judged> {
    await this.turn(signal);
    signal.throwIfAborted();
    const found = await this.client.request('analyse', { ...place, seconds, lines: 1 });
    signal.throwIfAborted(); // what was asked for instead may have cut it short
    const [best] = found.lines;
    if (!best) throw new DOMException('nothing was found', 'AbortError'); // it was stopped at once
    return { score: best.score, depths: found.depths ?? [], line: best.moves };
  }

  /** Waits until one more may be asked. */
  private async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.left = Math.min(burst, this.left + (now - this.since) / pause) - 1;
    this.since = now;
    if (this.left < 0) await sleep(-this.left * pause, signal);
  }
}
