import { randomUUID } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import { fileLimits } from '#contract/limits.ts';
import { CompanySessions } from '#server/accounts/company/company-sessions.ts';
import { companySignInRoutes } from '#server/accounts/company/company-sign-in-routes.ts';
import { draftRoutes } from '#server/accounts/drafts/drafts.ts';
import { passkeyRoutes } from '#server/accounts/second-factor/passkeys.ts';
import { secondFactorRoutes } from '#server/accounts/second-factor/second-factor.ts';
import { forbiddenRecorder } from '#server/accounts/sign-in/access-log.ts';
import { staffRoutes } from '#server/accounts/staff/staff-accounts.ts';
import { applicationRoutes } from '#server/applications/application-routes.ts';
import { disputeRoutes } from '#server/applications/disputes/dispute-routes.ts';
import { fileRoutes } from '#server/applications/files/file-routes.ts';
import { authorityRoutes } from '#server/applications/notices/authority.ts';
import { bodyNoticeRoutes } from '#server/applications/notices/body-notices.ts';
import { erasureRoutes } from '#server/applications/notices/given-data.ts';
import { quoteRoutes } from '#server/applications/quotes/quotes.ts';
import {
  contactRoutes,
  recipientRoutes,
} from '#server/applications/recipients/recipient-routes.ts';
import { reportRoutes } from '#server/applications/reports/report-routes.ts';
import { auditRoutes } from '#server/desk/audit/audit-routes.ts';
import { decisionRoutes, recordRoutes } from '#server/desk/decision-routes.ts';
import { deskSettingsRoutes, mailRoutes } from '#server/desk/desk-settings-routes.ts';
import { figuresRoutes } from '#server/figures/figures-routes.ts';
import { liveApiRoutes } from '#server/live/api-routes.ts';
import { journeysByPath } from '#server/operations/metrics.ts';
import { failedWorkRoutes } from '#server/operations/operation-routes.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { type Config, proxiesIn } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { Telemetry } from '#server/platform/database/telemetry.ts';
import { trustProxies } from '#server/platform/http/client-network.ts';
import {
  closeConnectionsWhenDraining,
  createLimitedServer,
  drainBodies,
} from '#server/platform/http/connections.ts';
import { type ErrorText, setErrorHandlers } from '#server/platform/http/errors.ts';
import { limitRequests } from '#server/platform/http/limit-requests.ts';
import { watchRequests } from '#server/platform/http/log.ts';
import { type FindAccount, routesOf, validatorCompiler } from '#server/platform/http/route.ts';
import { traceRequests } from '#server/platform/http/tracing.ts';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import { previewRoutes } from '#server/reports/preview-routes.ts';
import { commonRoutes } from '#server/site/common-routes.ts';
import { errorText } from '#server/site/error-texts.ts';
import { ingestRoutes } from '#server/vehicles/ingest.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { findAccount } from './accounts/sessions/sessions.ts';
import { deskRoutes } from './desk/desk-routes.ts';
import { queueRoutes } from './desk/queue-routes.ts';
import { templateRoutes } from './desk/template-routes.ts';
import { grantRoutes } from './live/grant-routes.ts';
import { flushUses } from './live/token-use.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { documentationPage } from './site/documentation-page.ts';

/**
 * Limits for write calls without sign-in: few run at once, so that a flood does not use all
 * database connections; the others wait, about a second in a full queue.
 */
const ANONYMOUS_CONCURRENCY = 4;
const MAX_ANONYMOUS_WAITING = 100;

export type Extend = (app: FastifyInstance, services: Services) => Promise<void>;

/** Escapes the percent signs of a malformed URL path, which then gets a regular 404. */
function decodable(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/**
 * Composes the server without listening. `extend` runs before the routes of the API are registered,
 * so that its hooks apply to them.
 */
export async function build(
  services: Services,
  extend?: Extend,
  options: Pick<FastifyServerOptions, 'loggerInstance' | 'logger'> = { logger: false },
): Promise<FastifyInstance> {
  const textOf: ErrorText = (language, code, data) =>
    errorText(language, code, data, services.config.TIME_ZONE);
  const app = Fastify({
    ...options,
    trustProxy: trustProxies(proxiesIn(services.config.TRUSTED_PROXIES)),
    genReqId: () => randomUUID(),
    // `watchRequests` logs one line per request, without the URL.
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handle) => createLimitedServer(handle),
    // Fits the largest form: 16 texts of `MAX_TEXT` three-byte characters (public-sector body).
    bodyLimit: 512 * 1024,
    // Requests that arrive while the server closes are still handled.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => decodable(url),
  });
  app.setValidatorCompiler(validatorCompiler(services.now));
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('account', null);
  if (services.config.OTEL_EXPORTER_OTLP_ENDPOINT) traceRequests(app);
  setErrorHandlers(app, textOf);
  drainBodies(app);

  await app.register(cookie);
  const headers = securityHeaders(services.config);
  app.addHook('onRequest', (_, reply, next) => {
    reply.headers(headers);
    next();
  });
  await app.register(multipart, { limits: { fileSize: fileLimits.maxBytes, files: 1, fields: 4 } });

  const { telemetry = new Telemetry() } = services;
  watchRequests(app, telemetry, journeysByPath);
  closeConnectionsWhenDraining(app);
  await limitRequests(app, services);
  // A response must not confirm a write that a power failure could undo.
  app.addHook('onSend', async (_, { statusCode }) => {
    if (statusCode < 400) await services.store.synced();
  });
  app.addHook('onClose', async () => {
    for (const flush of [flushReads(services.store), flushUses(services)])
      await flush.catch((error) => app.log.error(error));
  });
  await extend?.(app, services);
  operationRoutes(app, services, telemetry);
  await app.register(ingestRoutes, services);
  await app.register(async (scope) => {
    const company = new CompanySessions(services, app.log);
    await company.endOthers();
    const find: FindAccount = (token, call) =>
      company.accountOf(token, () => findAccount(services, token, call));
    const route = routesOf(scope, find, forbiddenRecorder(services));
    const queue = new WorkQueue(ANONYMOUS_CONCURRENCY, MAX_ANONYMOUS_WAITING);
    accountRoutes(route, services, queue);
    companySignInRoutes(route, services, company, queue);
    commonRoutes(route, services, queue);
    fileRoutes(route, services);
    applicationRoutes(route, services);
    contactRoutes(route, services);
    draftRoutes(route, services);
    reportRoutes(route, services);
    previewRoutes(route, services);
    recipientRoutes(route, services);
    bodyNoticeRoutes(route, services);
    deskRoutes(route, services);
    queueRoutes(route, services);
    mailRoutes(route, services);
    decisionRoutes(route, services);
    templateRoutes(route, services);
    erasureRoutes(route, services);
    recordRoutes(route, services);
    authorityRoutes(route, services);
    disputeRoutes(route, services);
    quoteRoutes(route, services);
    grantRoutes(route, services);
    secondFactorRoutes(route, services);
    passkeyRoutes(route, services);
    staffRoutes(route, services);
    auditRoutes(route, services);
    deskSettingsRoutes(route, services);
    figuresRoutes(route, services);
    failedWorkRoutes(route, services);
  });
  await liveApiRoutes(app, services);
  await app.register(documentationPage);
  return app;
}

/** Browser features that no page uses. Disabled to limit the effect of an injected script. */
const permissionsPolicy = `accelerometer autoplay browsing-topics camera display-capture
  encrypted-media geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock
  serial usb xr-spatial-tracking`
  .split(/\s+/)
  .map((feature) => `${feature}=()`)
  .join(', ');

const HSTS_MAX_AGE_S = 365 * 24 * 60 * 60;

/** Collects the headers of helmet once: they are the same for each response. */
function securityHeaders(config: Config): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(helmetOptions(config))(response.req, response, () => {});
  return { ...response.getHeaders(), 'permissions-policy': permissionsPolicy };
}

/** No inline scripts and no foreign origins: an injected script could read the login cookie. */
const helmetOptions = ({ PUBLIC_URL }: Config) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      // Documents add a nonce for the style element with the variables of Mantine's theme.
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  xFrameOptions: { action: 'deny' as const },
  strictTransportSecurity: PUBLIC_URL?.startsWith('https:')
    ? { maxAge: HSTS_MAX_AGE_S, includeSubDomains: true }
    : false,
  referrerPolicy: { policy: 'same-origin' as const },
});
