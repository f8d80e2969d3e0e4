import type { FastifyInstance } from 'fastify';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Faults } from './controls.ts';

const uploads: string[] = [endpoints.personUploadCert.path, endpoints.publicUploadCert.path];

/** Lets the ordered faults happen to calls; before any route is made. */
export function hookFaults(app: FastifyInstance, faults: Faults): void {
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?');
    const isSigned = request.headers[LOGIN_HEADER] !== undefined;
    if (isSigned && faults.consume('signedOut')) throw new ApiError(codes.signedOut);
    // The head of the call has arrived, of its body hardly anything.
    if (uploads.includes(path) && faults.consume('networkLost')) request.raw.socket.destroy();
  });
}
