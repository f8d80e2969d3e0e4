import Fastify from 'fastify';
import { readConfig } from '#server/platform/config/config.ts';
import { openStore } from '#server/platform/database/open-database.ts';

// Fastify without plugins, hooks and schemas, with the query of `latest`.

const { DATA_DIR: dataDir, AUDIT_KEY: auditKey } = readConfig(process.env);
const { db } = openStore({ dataDir, auditKey });
const app = Fastify();

app.get('/latest/:id', async ({ params, query }) => {
  const { id } = params as { id: string };
  const { signals } = query as { signals: string };
  const rows = await db
    .selectFrom('latest_sample')
    .select(['signal', 'captured_at', 'received_at', 'value_json'])
    .where('vehicle_id', '=', id)
    .where('signal', 'in', signals.split(','))
    .execute();
  return { values: rows.map((row) => ({ ...row, value: JSON.parse(row.value_json) })) };
});

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.once('disconnect', () => process.exit());
