import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { mailboxPage } from './mailbox.ts';
import { seedApplications } from './sample-applications.ts';
import { demoAccounts, hasAccounts, seedDemonstration, vehicles } from './seed.ts';
import { Faults, TestClock, type TestControls } from './testing/controls.ts';
import { hookFaults, testRoutes } from './testing/test-routes.ts';

export function demonstrate(config: Config) {
  const controls = config.MODE === 'test' ? { clock: new TestClock(), faults: new Faults() } : null;
  return {
    services: {
      demoAccounts,
      ...(!controls && { simulatedCars: vehicles.filter((vehicle) => !('sold' in vehicle)) }),
      ...(controls && { now: controls.clock.now, faults: controls.faults }),
    } satisfies Partial<Services>,
    seed: async (services: Services) => {
      const mark = join(config.DATA_DIR, 'samples-incomplete');
      const wantsSamples = !controls && config.SAMPLE_APPLICATIONS;
      // The mark is written before the data, so that the next start continues an interrupted one.
      if (wantsSamples && !(await hasAccounts(services.store.db))) writeFileSync(mark, '');
      await seedDemonstration(services);
      if (!wantsSamples || !existsSync(mark)) return;
      console.log('Filing sample applications …');
      // Mails about the samples contain links, but the server has no address before it listens.
      const PUBLIC_URL = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
      await seedApplications({ ...services, config: { ...config, PUBLIC_URL } });
      rmSync(mark);
    },
    extend: (app: FastifyInstance, services: Services) => demoRoutes(app, services, controls),
    announcement: (address: string) => announcement(config, address),
  };
}

export async function demoRoutes(
  app: FastifyInstance,
  services: Services,
  controls: TestControls | null = null,
): Promise<void> {
  if (!services.config.SMTP_URL) await app.register(mailboxPage, services);
  if (!controls) return;
  hookFaults(app, controls.faults);
  await app.register(testRoutes, { services, controls });
}

function announcement({ MODE, SMTP_URL }: Config, address: string): string[] {
  return [
    'This is a demonstration. Sign in with one of these addresses:',
    ...demoAccounts.map(({ role, email }) => `  ${email.padEnd(24)} ${role}`),
    SMTP_URL
      ? `Mail leaves by ${new URL(SMTP_URL).host}`
      : `Codes and other mail: ${address}/mailbox`,
    `To begin: sign in as ${demoAccounts[0].email} at ${address}/login and open an application; as ${demoAccounts[3].email}, see the queue at ${address}/desk and the charts at ${address}/charts.`,
    ...(MODE === 'test' ? ['Controls for testers: src/docs/testing.md'] : []),
  ];
}
