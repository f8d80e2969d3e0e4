import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CopiedTree, copyTree } from '#tests/copied-tree.ts';
import { freePort } from '#tests/postgres/private-cluster.ts';
import manifest from '../../package.json' with { type: 'json' };

let tree: CopiedTree;
let server: ChildProcess;
let url: string;
let output = '';

beforeAll(async () => {
  tree = copyTree();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, manifest.scripts.dev.split(' ').slice(1), {
    cwd: tree.folder,
    env: { ...process.env, PORT: String(port), MODE: 'demonstration', NODE_ENV: 'development' },
  });
  const listen = (chunk: Buffer) => {
    output += chunk;
  };
  server.stdout?.on('data', listen);
  server.stderr?.on('data', listen);
  await started(1);
});
afterAll(async () => {
  // Ends the server that it watches, too.
  if (server?.kill('SIGTERM')) await once(server, 'exit');
  tree?.remove();
});

/** Waits until the server has started this many times. */
const started = (times: number) =>
  vi.waitFor(() => expect(output.split('portal: http'), output).toHaveLength(times + 1), 110_000);

describe('npm run dev', () => {
  it('serves pages from their sources at the server’s port, under a strict policy', async () => {
    const page = await fetch(`${url}/desk/applications/1`, { headers: { accept: 'text/html' } });
    const document = await page.text();
    expect(document).toContain('data-demonstration="local-mailbox"');
    const scripts = document.match(/<script[^>]*>/g) ?? [];
    expect(scripts.join()).toContain(' src="/@vite/client"');
    expect(scripts.join()).toContain(' src="/main.tsx"');
    const [, nonce] =
      /script-src 'nonce-([^']+)' 'self';/.exec(
        page.headers.get('content-security-policy') ?? '',
      ) ?? [];
    expect(nonce).toBeDefined();
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    // Vite's script adds styles to the page with the nonce of this element.
    expect(document).toMatch(new RegExp(`<meta property="csp-nonce" nonce="${nonce}"`));
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'nonce-${nonce}' `);

    const script = await fetch(`${url}/main.tsx`);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toContain('/routing.tsx');
    expect((await fetch(`${url}/no-such-file.js`)).status).toBe(404);
  });

  it('also serves the API and the mailbox', async () => {
    const config = await fetch(`${url}/server/uc-client/common/config`);
    expect(await config.json()).toMatchObject({ code: 200, data: { mode: 'demonstration' } });
    expect((await fetch(`${url}/mailbox`)).status).toBe(200);
  });

  it('notifies pages of a changed source over the same port', async () => {
    const client = await (await fetch(`${url}/@vite/client`)).text();
    const [, token] = /wsToken = "([^"]+)"/.exec(client) ?? [];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
    const messages: string[] = [];
    socket.addEventListener('message', ({ data }) => messages.push(String(data)));
    const soon = { timeout: 90_000 };
    await expect.poll(() => messages.join(), soon).toContain('"connected"');
    appendFileSync(path.join(tree.folder, 'src/main.tsx'), '// changed\n');
    await expect.poll(() => messages.join(), soon).toMatch(/"(update|full-reload)"/);
    socket.close();
  });

  it('restarts the server when its sources change', async () => {
    appendFileSync(path.join(tree.folder, 'src/server/platform/http/errors.ts'), '// changed\n');
    await started(2);
    const page = await fetch(`${url}/login`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('/@vite/client');
  });
});
