import { createServer } from 'node:net';

/**
 * Returns settings of an address with a host name and a free port. A passkey is bound to the
 * address, so it must be known before the server starts.
 */
export async function namedAddress(): Promise<{ PORT: string; PUBLIC_URL: string }> {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
}
