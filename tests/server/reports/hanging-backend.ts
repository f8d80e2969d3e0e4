import type { ServerResponse } from 'node:http';
import { VEHICLE } from '#tests/server/seeded-portal.ts';
import { ndjson, serveFleet } from '#tests/server/vehicles/hostile-backend.ts';

// Not a signal of drives: the writing of rows must hang, not the search for drives.
export const SPEED = 'Vehicle.AverageSpeed';
const at = '2026-11-01T10:00:00Z';
const vehicle = { vehicleId: VEHICLE, vin: 'VF1AAAAAAAA000001', name: 'Zoe' };
const good = { at, values: { [SPEED]: 12 } };

/** A back end whose first stream hangs after a row, until it is ended. */
export async function hangingOnce() {
  const hanging = Promise.withResolvers<ServerResponse>();
  let streams = 0;
  const address = await serveFleet((path, reply) => {
    if (path.startsWith('vehicles?'))
      reply.end(ndjson({ ...vehicle, linkedFrom: null, linkedUntil: null }));
    else if (path.includes('/counts')) reply.end(JSON.stringify({ [SPEED]: 1 }));
    else if (path.includes('/attributes')) reply.end('{}');
    else if (path.includes('/notes')) reply.end('[]');
    else if (!path.includes('/telemetry')) reply.end(JSON.stringify(vehicle));
    else if (++streams === 1) reply.write(ndjson(good), () => hanging.resolve(reply));
    else reply.end(ndjson(good, { end: true, rows: 1 }));
  });
  return { address, hanging: hanging.promise };
}
