import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { codes } from '#contract/codes.ts';
import { fileLimits } from '#contract/limits.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { findAccount } from './accounts/sessions.ts';
import { agreementRoutes } from './agreements/agreement-routes.ts';
import { applicationRoutes } from './applications/application-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { commonRoutes } from './common/common-routes.ts';
import { decisionRoutes } from './decisions/decision-routes.ts';
import { erasureRoutes } from './decisions/erasure-routes.ts';
import { deskRoutes } from './desk/desk-routes.ts';
import { queueRoutes } from './desk/queue-routes.ts';
import { figuresRoutes } from './figures/figures-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { answer, answerErrors } from './http/errors.ts';
import { openApi } from './http/openapi.ts';
import { Refusal } from './http/refusal.ts';
import { routesOf, validatorCompiler } from './http/route.ts';
import { mailboxPage } from './mail/mailbox-page.ts';
import { reportRoutes } from './reports/report-routes.ts';
import type { Services } from './services.ts';
import { deskSettingsRoutes } from './settings/desk-settings-routes.ts';
import { secondFactorRoutes } from './staff/second-factor-routes.ts';
import { staffRoutes } from './staff/staff-routes.ts';
import { hookFaults } from './testing/fault-hooks.ts';
import { testRoutes } from './testing/test-routes.ts';

/** The whole server on given services, not yet listening; `close` it when done. */
export async function build(
  services: Services,
  options: Pick<FastifyServerOptions, 'loggerInstance' | 'logger'> = { logger: false },
): Promise<FastifyInstance> {
  const app = Fastify({
    ...options,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be read is that of nothing.
    frameworkErrors: (_, request, reply) => answer(request, reply, new Refusal(codes.notFound)),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('account', null);
  answerErrors(app);

  await app.register(helmet, contentSecurity);
  await app.register(multipart, { limits: { fileSize: fileLimits.maxBytes, files: 1, fields: 4 } });
  await app.register(swagger, openApi);

  const { controls } = services;
  if (controls) hookFaults(app, controls.faults);
  await app.register(async (scope) => {
    const route = routesOf(scope, (token) => findAccount(services, token));
    accountRoutes(route, services);
    commonRoutes(route, services);
    fileRoutes(route, services);
    applicationRoutes(route, services);
    agreementRoutes(route, services);
    reportRoutes(route, services);
    deskRoutes(route, services);
    queueRoutes(route, services);
    decisionRoutes(route, services);
    erasureRoutes(route, services);
    secondFactorRoutes(route, services);
    staffRoutes(route, services);
    auditRoutes(route, services);
    deskSettingsRoutes(route, services);
    figuresRoutes(route, services);
    scope.get('/server/openapi.json', { schema: { hide: true } }, () => scope.swagger());
  });
  if (services.config.MODE !== 'production' && !services.config.SMTP_URL)
    await app.register(mailboxPage, services);
  if (controls) await app.register(testRoutes, { services, controls });
  return app;
}

/** No inline script and no foreign origin: a script could read the login cookie. */
const contentSecurity = {
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      // Mantine writes its theme's variables into a style element.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'same-origin' as const },
};
