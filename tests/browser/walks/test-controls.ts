import { expect } from '@playwright/test';
import type { FaultName } from '#demo/testing/controls.ts';

/** The testers' controls of a running test installation. */
export function testControls(url: string) {
  const send = async (address: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/server/test/${address}`, sent);
    expect(answer.status, await answer.text()).toBe(200);
  };
  return {
    /** The portal's time, ms since the epoch. */
    async now(): Promise<number> {
      const { data } = (await (await fetch(`${url}/server/test/state`)).json()) as {
        data: { now: number };
      };
      return data.now;
    },
    /** Advances the portal's clock, in ms, and waits for the jobs that are due. */
    advance: (ms: number) => send('clock', { advance: ms }),
    /** Stops the portal's clock: it only advances on request. */
    hold: () => send('clock', { advance: 0, held: true }),
    /** Sells the personas' vehicle now, or links it again; the clock sees it. */
    link: (linked: boolean) => send('link', { linked }),
    /** Injects a fault `times` times. */
    order: (name: FaultName, times: number) => send('fault', { name, times }),
  };
}
