import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkOf, trustProxies } from '#server/platform/http/client-network.ts';

/** A local proxy, behind another one or a content network. */
const app = Fastify({
  trustProxy: trustProxies(['loopback', '203.0.113.0/24', '2001:db8:cf::/48']),
});
app.get('/', (each) => networkOf(each));
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => app.close());

/** Sends each value as a separate header line, like proxies that do not merge them. */
async function networkFor(...lines: string[]): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const sent = request({
    port,
    host: '127.0.0.1',
    agent: false,
    headers: lines.length > 0 ? { 'x-forwarded-for': lines } : {},
  }).end();
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

const proxyItself = '127.0.0.1';
const CLIENT = '198.51.100.7';
const CLIENT_6 = '2001:db8:1:2::';

test.each<[form: string, lines: string[], network: string]>([
  ['nginx, $remote_addr', [CLIENT], CLIENT],
  ['nginx, $proxy_add_x_forwarded_for after a forged entry', [`192.0.2.9, ${CLIENT}`], CLIENT],
  ['nginx, IPv6', ['2001:db8:1:2:a::1'], CLIENT_6],
  ['nginx, client on a UNIX socket', ['unix:'], proxyItself],
  ['Caddy', [CLIENT], CLIENT],
  ['Caddy, IPv6 in full and in capitals', ['2001:0DB8:0001:0002:0:0:0:1'], CLIENT_6],
  ['Caddy, IPv6 with a zone', ['fe80::1%eth0'], 'fe80::'],
  ['HAProxy, a line of its own after a forged one', ['192.0.2.9', CLIENT], CLIENT],
  ['HAProxy, forged lines with lists', ['192.0.2.9, 192.0.2.8', `192.0.2.7,${CLIENT}`], CLIENT],
  ['HAProxy, IPv4-mapped IPv6', [`::ffff:${CLIENT}`], CLIENT],
  ['IPv4-mapped IPv6 in hexadecimal', ['::ffff:c633:6407'], CLIENT],
  ['IPv4-mapped IPv6 with a port', [`[::ffff:${CLIENT}]:5678`], CLIENT],
  ['Envoy, without a space', [`192.0.2.9,${CLIENT}`], CLIENT],
  ['Envoy behind another trusted proxy', [`${CLIENT},203.0.113.5`], CLIENT],
  ['Azure Application Gateway and App Service', [`${CLIENT}:5678`], CLIENT],
  ['Azure, a forged entry before', [`192.0.2.9:1, ${CLIENT}:5678`], CLIENT],
  ['Azure, IPv6', ['[2001:db8:1:2::1]:5678'], CLIENT_6],
  ['Azure Front Door before an Application Gateway', [`${CLIENT}, 203.0.113.5:443`], CLIENT],
  ['AWS ALB with the client’s port', [`${CLIENT}:65535`], CLIENT],
  ['AWS ALB with the client’s port, IPv6', ['[2001:db8:1:2:3:4:5:6]:8080'], CLIENT_6],
  ['AWS CloudFront before an ALB', [`192.0.2.9, ${CLIENT}, 203.0.113.5`], CLIENT],
  ['Cloudflare', [`192.0.2.9,${CLIENT}, 203.0.113.5`], CLIENT],
  ['Cloudflare over IPv6', [`2001:db8:1:2::1, 2001:db8:cf::5`], CLIENT_6],
  ['brackets without a port', ['[2001:db8:1:2::1]'], CLIENT_6],
  ['tabs and spaces', [`192.0.2.9 ,\t${CLIENT}\t`], CLIENT],
  ['empty entries', [`, ${CLIENT}, ,`], CLIENT],
  ['no header', [], proxyItself],
  ['an empty header', [''], proxyItself],
  ['separators alone', [' , ,'], proxyItself],
  ['unknown (RFC 7239)', ['unknown'], proxyItself],
  ['an obfuscated name (RFC 7239)', ['_hidden:80'], proxyItself],
  ['a host name', ['client.example.eu'], proxyItself],
  ['an address of three parts', ['192.0.2'], proxyItself],
  ['an address out of range', ['192.0.2.256:80'], proxyItself],
  ['IPv6 with a port and without brackets, nine groups', ['2001:db8:1:2:3:4:5:6:80'], proxyItself],
  ['an open bracket', ['[2001:db8:1:2::1'], proxyItself],
  ['an empty bracket', ['[]:80'], proxyItself],
  ['a port that is no number', [`${CLIENT}:http`], proxyItself],
  ['no address from the proxy, forged ones before', [`${CLIENT}, unknown`], proxyItself],
  ['no address from the second proxy', [`unknown, 203.0.113.5:443`], '203.0.113.5'],
  ['trusted proxies alone', ['203.0.113.5, 203.0.113.6'], '203.0.113.5'],
])('the network of a client is read from X-Forwarded-For: %s', async (_, lines, network) => {
  expect(await networkFor(...lines)).toBe(network);
});

test('headers other than X-Forwarded-For do not change the network of a client', async () => {
  const { body } = await app.inject({
    url: '/',
    headers: {
      'x-forwarded-for': CLIENT,
      'cf-connecting-ip': '192.0.2.1',
      'true-client-ip': '192.0.2.2',
      'x-real-ip': '192.0.2.3',
      'x-azure-clientip': '192.0.2.4',
      forwarded: 'for="[2001:db8::9]:1"',
    },
  });
  expect(body).toBe(CLIENT);
});

test('an untrusted client cannot set its address', async () => {
  const { body } = await app.inject({
    url: '/',
    remoteAddress: CLIENT,
    headers: { 'x-forwarded-for': '192.0.2.9' },
  });
  expect(body).toBe(CLIENT);
});

test('a closed connection has no network', () => {
  expect(networkOf({ ips: [undefined as never] })).toBe('');
});
