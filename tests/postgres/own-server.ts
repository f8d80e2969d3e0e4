import { onTestFinished, vi } from 'vitest';
import { startSuiteCluster } from './private-cluster.ts';

/** Gives the test a separate PostgreSQL, on which `freshLocation` creates databases. */
export async function useOwnServer(): Promise<void> {
  const cluster = await startSuiteCluster();
  vi.stubEnv('DATABASE_URL', cluster.url);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await cluster.remove();
  });
}
