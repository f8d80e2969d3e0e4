import { openStore } from '#server/platform/database/open-database.ts';
import type { SmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { callOverHttp as call } from '../server/over-http.ts';
import { addVehicle } from '../server/vehicles/fill-store.ts';
import type { Person } from './clients.ts';
import { eventually } from './eventually.ts';

const REVIEWER = 'reviewer@example.eu';

/** Signs in `count` owners with a vehicle each, and a reviewer, with mailed codes. */
export async function signedIn(
  url: string,
  peer: SmtpPeer,
  location: { dataDir: string; databaseUrl: string | undefined },
  count = 2,
): Promise<{ owners: Person[]; reviewer: Person }> {
  const owners = Array.from({ length: count }, (_, index) => `owner-${index}@example.eu`);
  const store = openStore(location);
  for (const [index, email] of owners.entries())
    await addVehicle(store, {
      id: `car-${index}`,
      vin: vinOf(index),
      emails: [email],
    });
  await store.close();
  const enter = async (email: string, role: Person['role'], vehicleId: string): Promise<Person> => {
    const token = await signIn(url, peer, email);
    const { data: user } = await call(url, 'currentUser', {}, token);
    return { role, id: (user as { id: string }).id, token, vehicleId };
  };
  return {
    owners: await Promise.all(
      owners.map((email, index) => enter(email, 'requester', `car-${index}`)),
    ),
    reviewer: await enter(REVIEWER, 'reviewer', ''),
  };
}

/** Signs in and out. */
export async function visit(url: string, peer: SmtpPeer, email: string): Promise<void> {
  await call(url, 'logout', {}, await signIn(url, peer, email));
}

async function signIn(url: string, peer: SmtpPeer, email: string): Promise<string> {
  await call(url, 'sendCaptcha', { email, privacyAccepted: true });
  const code = await codeTo(peer, email);
  const answer = await call(url, 'login', { email, code });
  if (answer.code !== 200) throw new Error(`A code was rejected: ${answer.message}`);
  return (answer.data as { token: string }).token;
}

export function vinOf(index: number): string {
  return `VF1AAAAAAAA${String(index).padStart(6, '0')}`;
}

/** Returns the code in the first mail to an address. */
export async function codeTo(peer: SmtpPeer, email: string): Promise<string> {
  let code = '';
  await eventually(`a code is mailed to ${email}`, () => {
    const mail = peer.received.find(({ source }) => source.includes(`To: ${email}`));
    code =
      (mail && /\b\d{6}\b/.exec(mail.source.slice(mail.source.indexOf('\r\n\r\n')))?.[0]) ?? '';
    return code !== '';
  });
  return code;
}
