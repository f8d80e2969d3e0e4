import type { LightMyRequestResponse } from 'fastify';
import type { DataType } from '#contract/data-types.ts';
import type { GrantEvent } from '#machines/grant.machine.ts';
import type { LiveAccess } from '#server/live/granted-signals.ts';
import { requestGrant, sendGrantEvent } from '#server/live/grants.ts';
import { openToken } from '#server/live/open-token.ts';
import { createToken } from '#server/live/tokens.ts';
import { type NewSample, storeSamples } from '#server/vehicles/live-samples.ts';
import { type Portal, row, startPortal } from '#tests/server/fixture.ts';
import { addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';

export const CAR = 'car-1';
export const SPEED = 'Vehicle.Speed';
export const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
export const LINKED = Date.parse('2026-10-01T00:00:00Z');

const OWNER = 'owner@example.eu';

export interface LivePortal extends Portal {
  /** Path of the car, `/api/v1/vehicles/{id}`. */
  car: string;
  token: string;
  /** Session of the owner. */
  session: string;
  grantId: string;
  access: LiveAccess;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Stores samples as if the car had sent them now; by default a speed. */
  send(samples: Partial<NewSample>[]): Promise<void>;
  /** Adds imported values. */
  addHistory(rows: Parameters<typeof addSeries>[2]): Promise<void>;
  endAccess(): Promise<void>;
  anotherToken(): Promise<string>;
}

/** A portal with a car, linked since `LINKED`, and a token for some of its data. */
export async function startLivePortal(): Promise<LivePortal> {
  const portal = await startPortal();
  const { services } = portal;
  await addVehicle(services.store, {
    id: CAR,
    vin: 'VF1AAAAAAAA000001',
    name: 'Lumo',
    links: [{ email: OWNER, from: new Date(LINKED).toISOString() }],
    attributes: { 'Vehicle.VehicleIdentification.Brand': 'Lumo' },
  });
  const session = await portal.signIn(OWNER);
  const { id } = await row(services, 'account', { email: OWNER });
  const owner = { id: String(id), email: OWNER };
  const grant = await requestGrant(services, owner, CAR);
  const dataTypes: DataType[] = ['identity', 'status', 'battery', 'trips'];
  const wanted = { grantId: grant.id, name: 'Test', dataTypes, days: null };
  const { token } = await createToken(services, owner, wanted);
  const opened = await openToken(services, token, '192.0.2.1');
  if ('problem' in opened) throw new Error(opened.problem);
  const { access } = opened;
  return Object.assign(portal, {
    car: `/api/v1/vehicles/${access.vehicleId}`,
    token,
    session,
    grantId: grant.id,
    access,
    get: (url: string, headers: Record<string, string> = {}) =>
      portal.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } }),
    async send(samples: Partial<NewSample>[]) {
      const defaults = { vehicleId: CAR, signal: SPEED, value: 1, capturedAt: services.now() };
      await storeSamples(
        services,
        samples.map((sample) => ({ ...defaults, ...sample })),
      );
    },
    addHistory: (rows: Parameters<typeof addSeries>[2]) => addSeries(services, CAR, rows),
    async endAccess() {
      const by = { role: 'requester', id: owner.id };
      const event = { type: 'grant.end', at: services.now(), by } as GrantEvent;
      await sendGrantEvent(services, grant.id, event);
    },
    anotherToken: async () => (await createToken(services, owner, wanted)).token,
  });
}
