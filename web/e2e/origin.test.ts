/** A page behind what changes or drops a part of its requests: it works, or says why not. */
import { createServer, request, type IncomingHttpHeaders, type Server as HttpServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { House, Table, twoPeople } from './harness.ts';

const house = new House();

let proxy: HttpServer | undefined;
afterEach(() => proxy?.closeAllConnections());

/** A proxy that sends on a Host of its own; without upgrades, where it knows nothing of WebSockets. Gives its address. */
async function proxyTo(target: string, hostOf: (host: string) => string, upgrades = true): Promise<string> {
  const { hostname, port } = new URL(target);
  const headersOf = (headers: IncomingHttpHeaders) => ({ ...headers, host: hostOf(headers.host!) });
  const made = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const { upgrade: _, connection: __, ...plain } = headersOf(headers);
    asked.pipe(request({ hostname, port, method, path: url, headers: plain }, (got) => {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
    }));
  });
  if (upgrades) {
    made.on('upgrade', ({ method, url, headers }, socket, head) => {
      const onward = connect(Number(port), hostname, () => {
        const lines = Object.entries(headersOf(headers)).map(([name, value]) => `${name}: ${String(value)}`);
        onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
  } else {
    // As many proxies do: the request goes on without what asks for an upgrade.
    made.on('upgrade', ({ url, headers }, socket) => {
      const { upgrade: _, connection: __, ...plain } = headersOf(headers);
      request({ hostname, port, path: url, headers: plain }, (got) => {
        socket.end(`HTTP/1.1 ${got.statusCode} No\r\nConnection: close\r\n\r\n`);
      }).end();
    });
  }
  proxy = made;
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  return `http://localhost:${(made.address() as AddressInfo).port}/`;
}

async function behind(address: string, locale: string, use: (table: Table) => Promise<void>): Promise<void> {
  const table = await house.table({ locale, viewport: { width: 360, height: 640 } });
  await table.page.goto(address);
  await use(table);
  await table.close();
}

it('a proxy that leaves out the port of Host', async () => {
  const address = await proxyTo(house.server.url, (host) => host.split(':')[0]!);
  const { key } = await house.server.create({ game: 'ataxx', ...twoPeople });
  await behind(`${address}#${key}`, 'en-GB', async ({ page, complaints }) => {
    await page.locator('.status').waitFor();
    expect(await page.locator('.connection').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

it.each([['en-GB', /^The server refuses games to the page at (http:\S+)\. .*--origin \1\.$/], ['it-IT', /^Il server rifiuta le partite alla pagina che si trova a (http:[^,\s]+)\. .*--origin \1\.$/]])(
  'a proxy that sends another Host (%s)', async (locale, says) => {
    const address = await proxyTo(house.server.url, () => 'inside.example:8080');
    await behind(address, locale, async (table) => {
      const line = table.page.locator('.connection');
      await expect.poll(() => line.innerText().then((text) => text.trim())).toMatch(says);
      await table.page.getByRole('button', { name: /^(Play|Gioca)\b/ }).first().waitFor();
      await table.shoot(`barred-${locale}`);
    });
  },
);

it.each([['en-GB', /^The server is there, but no connection for games/], ['it-IT', /^Il server c’è, ma non si riesce/]])(
  'a proxy that knows no WebSockets (%s)', async (locale, says) => {
    const address = await proxyTo(house.server.url, (host) => host, false);
    await behind(address, locale, async ({ page }) => {
      await expect.poll(() => page.locator('.connection').innerText()).toMatch(says);
    });
  },
);
