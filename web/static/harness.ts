/** The folder of the page that needs no server, served as any web server would from a folder of its own. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import type { Origin } from '../e2e/harness.ts';

const types: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png',
};

export class Folder implements Origin {
  url = '';
  private port = 0;
  /** What came over the network, by path. */
  readonly asked: string[] = [];
  private readonly server = createServer(({ url }, response) => {
    const path = normalize(new URL(url!, 'http://here').pathname);
    this.asked.push(path);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    let content: Buffer;
    try {
      content = this.content(name);
    } catch {
      response.writeHead(404).end();
      return;
    }
    // What a plain server does not know it calls so.
    response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(content);
  });

  constructor(public root = resolve(import.meta.dirname, '../dist-static'), private readonly base = '/some/folder/') {}

  content(path: string): Buffer {
    return readFileSync(join(this.root, path.slice(this.base.length - 1)));
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(this.port, '127.0.0.1', done));
    this.port = (this.server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.port}${this.base}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
