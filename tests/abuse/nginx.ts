import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '#tests/kill/eventually.ts';
import { freePort } from '#tests/postgres/private-cluster.ts';

/** Starts nginx with `.deploy/nginx.conf`, with other ports, in front of the portal at `upstream`. */
export async function startNginx(upstream: string): Promise<{ url: string; end(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/fullchain.pem`];
  const certificate = ['req', '-x509', '-subj', '/CN=portal.example.eu', ...key, ...files];
  execFileSync('openssl', certificate, { stdio: 'ignore' });
  const site = readFileSync('.deploy/nginx.conf', 'utf8')
    .replaceAll('/etc/ssl/portal', folder)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('server 127.0.0.1:3000;', `server ${new URL(upstream).host};`);
  const buffers = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // The main file as in Debian.
  const main = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes auto;
    events { worker_connections 768; }
    http { access_log off; ${buffers.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    ${site}}`;
  writeFileSync(`${folder}/nginx.conf`, main);
  const args = ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`];
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  const nginx = spawn('nginx', args, { env, stdio: 'inherit' });
  await eventually('nginx accepts connections', async () => {
    if (nginx.exitCode !== null) throw new Error(readFileSync(`${folder}/error.log`, 'utf8'));
    const socket = connect(port, '127.0.0.1');
    return Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ])
      .catch(() => false)
      .finally(() => socket.destroy());
  });
  return {
    url: `https://127.0.0.1:${port}`,
    async end() {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
