/** What the browser tells of its main thread, frame by frame, and how figures are told. */
import { loadavg, cpus } from 'node:os';
import type { Browser, CDPSession, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds on the processor. */
  tdur?: number;
}

/** Milliseconds of the page's main thread, on the processor, for each frame that was made while `act` ran. */
export async function frameWork(browser: Browser, act: () => Promise<void>): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'cc'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await act();
  const complete = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return workBetween(events);
}

/** All that the thread did since the frame before, that frame's own work with it. */
function workBetween(events: readonly TraceEvent[]): number[] {
  const begins = events.filter(({ name, ph }) => name === 'ProxyMain::BeginMainFrame' && ph === 'X');
  const thread = mostOften(begins.map(({ pid, tid }) => `${pid} ${tid}`));
  const isHere = ({ pid, tid }: TraceEvent) => `${pid} ${tid}` === thread;
  const frames = begins.filter(isHere).map(({ ts }) => ts).sort((a, b) => a - b);
  const work = frames.map(() => 0);
  for (const { name, ph, ts, tdur, ...where } of events) {
    if (name !== 'RunTask' || ph !== 'X' || !isHere({ name, ph, ts, ...where })) continue;
    // A frame begins within its task.
    const frame = frames.findIndex((begin) => begin >= ts);
    if (frame >= 0) work[frame]! += (tdur ?? 0) / 1000;
  }
  return work.slice(1); // the first one has what came before the trace
}

function mostOften(all: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Milliseconds that the page's main thread has had of the processor so far. */
export class MainThread {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(session);
  }

  async used(): Promise<number> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  }
}

/** The smallest of these figures than which no more than the rest are larger. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** One line of milliseconds, and how many of them keep within a bound. scripts/test shows the lines that begin so. */
export function tell(what: string, figures: readonly number[], bound: number): void {
  const said = [50, 95, 99, 100].map((percent) => `p${percent} ${percentile(figures, percent).toFixed(1)}`);
  const within = figures.filter((each) => each <= bound).length / figures.length;
  console.log(`speed: ${what}: ${said.join(', ')} ms; ${(100 * within).toFixed(1)} % of ${figures.length} within ${bound.toFixed(0)} ms`);
}

/** How much the figures by the wall are worth. */
export function tellLoad(): void {
  console.log(`speed: the machine has ${cpus().length} cores and a load of ${loadavg()[0]!.toFixed(1)}`);
}
