import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { described } from '#contract/settings.ts';
import { isSecureEndpoint, isStrongSecret } from './check-settings.ts';

export const fileFor = (read: (pem: Buffer) => unknown) =>
  z.optional(
    z.string().check(
      z.refine((path) => {
        try {
          return read(readFileSync(path)) !== undefined;
        } catch {
          return false;
        }
      }),
    ),
  );
export const certificate = (pem: Buffer) => new X509Certificate(pem);

export const vehicleBackendSettings = {
  VEHICLE_BACKEND_URL: described(
    z.optional(z.url({ protocol: /^https?$/ })),
    'Back end of the car maker for vehicles and their data; imported data when unset.',
  ),
  INGEST_TOKEN: described(
    z.optional(z.string().check(z.refine(isStrongSecret))),
    'Bearer token for sending live samples to [`/ingest/v1/samples`](live-data.md), at least 32 random characters; disabled when unset. Not with `VEHICLE_BACKEND_URL`.',
  ),
  SANDBOX_CAR: described(
    z.optional(z.enum(['no', 'yes'])),
    '`yes`: a simulated car drives, charges and parks; every signed-in person can read its live data. Its data are deleted after a day. Default: `yes` in a demonstration, else `no`.',
  ),
  SIGNALS_FILE: described(
    z.optional(z.string()),
    'JSON file with further signals of the maker, [in this format](importing.md#signals-of-a-maker).',
  ),
  VEHICLE_BACKEND_TOKEN: described(
    z.optional(z.string().check(z.regex(/^[\w.~+/-]+=*$/))),
    'Bearer token (RFC 6750) for the back end.',
  ),
  VEHICLE_BACKEND_TOKEN_URL: described(
    z.optional(z.string().check(z.refine(isSecureEndpoint))),
    'OAuth 2.0 token endpoint for client credentials (RFC 6749, section 4.4), an `https://` address (`http://` only on this machine).',
  ),
  VEHICLE_BACKEND_CLIENT_ID: described(
    z.optional(z.string()),
    'Client ID of the portal at that endpoint.',
  ),
  VEHICLE_BACKEND_CLIENT_SECRET: described(
    z.optional(z.string()),
    'Client secret of the portal at that endpoint.',
  ),
  VEHICLE_BACKEND_SCOPE: described(
    z.optional(
      z.string().check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)),
    ),
    'Requested scopes; the default of the endpoint when unset.',
  ),
  VEHICLE_BACKEND_CERTIFICATE: described(
    fileFor(certificate),
    'PEM file with the client certificate and its intermediate certificates for mutual TLS with the back end and the token endpoint; read at the start.',
  ),
  VEHICLE_BACKEND_KEY: described(
    fileFor(createPrivateKey),
    'PEM file with the private key of that certificate, without a passphrase.',
  ),
  VEHICLE_BACKEND_CA: described(
    fileFor(certificate),
    'PEM file with the trusted certificate authorities for the back end and the token endpoint; those of Node when unset.',
  ),
};

export function vehicleBackendProblem({
  INGEST_TOKEN: ingestToken,
  VEHICLE_BACKEND_URL: url,
  VEHICLE_BACKEND_TOKEN: token,
  VEHICLE_BACKEND_TOKEN_URL: tokenUrl,
  VEHICLE_BACKEND_CERTIFICATE: shown,
  VEHICLE_BACKEND_KEY: key,
}: {
  [Key in keyof typeof vehicleBackendSettings]?: string | undefined;
}): string | null {
  if (url !== undefined && ingestToken !== undefined)
    return 'INGEST_TOKEN and VEHICLE_BACKEND_URL exclude each other';
  if (shown !== undefined && key !== undefined) {
    const isPair = certificate(readFileSync(shown)).checkPrivateKey(
      createPrivateKey(readFileSync(key)),
    );
    if (!isPair) return 'VEHICLE_BACKEND_KEY does not belong to VEHICLE_BACKEND_CERTIFICATE';
  }
  const credentials = [
    ...(url !== undefined && new URL(url).username !== '' ? ['a user in VEHICLE_BACKEND_URL'] : []),
    ...(token === undefined ? [] : ['VEHICLE_BACKEND_TOKEN']),
    ...(tokenUrl === undefined ? [] : ['VEHICLE_BACKEND_TOKEN_URL']),
  ];
  return credentials.length > 1 ? `${credentials.join(' and ')} exclude each other` : null;
}
