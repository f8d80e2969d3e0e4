import Fastify from 'fastify';
import { readConfig } from '#server/platform/config/config.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { storedLiveSource } from '#server/vehicles/live-source.ts';

// Fastify without plugins, hooks and schemas, with the query and the body of `latest`.

const { DATA_DIR: dataDir, AUDIT_KEY: auditKey } = readConfig(process.env);
const live = storedLiveSource({ store: openStore({ dataDir, auditKey }), now: Date.now });
const app = Fastify();
const instant = (at: number) => new Date(at).toISOString();

app.get('/latest/:id', async ({ params, query }) => {
  const { id } = params as { id: string };
  const { signals } = query as { signals: string };
  const samples = await live.latest(id, signals.split(','));
  const values = samples.map(({ signal, value, unit, capturedAt, receivedAt }) => ({
    ...{ signal, value, unit },
    capturedAt: instant(capturedAt),
    receivedAt: receivedAt === null ? null : instant(receivedAt),
    reason: null,
  }));
  return { values };
});

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.once('disconnect', () => process.exit());
