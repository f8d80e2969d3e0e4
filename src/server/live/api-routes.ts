import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import Negotiator from 'negotiator';
import type * as z from 'zod/mini';
import { historyFormats, LIVE_PATH, type LiveCallName, liveCalls } from '#contract/live/calls.ts';
import { type ProblemName, problemNames, problems } from '#contract/live/problems.ts';
import { escapeHtml } from '#lib/words/escape-html.ts';
import type { Services } from '#server/platform/database/services.ts';
import { networkOf } from '#server/platform/http/client-network.ts';
import { liveSource, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { ApiProblem, bearerOf, corsHeaders, handleError } from './api-problem.ts';
import { CallBudget } from './call-budget.ts';
import { endStreams, sendStream } from './event-stream.ts';
import { type LiveAccess, requestedSignals } from './granted-signals.ts';
import { accessOfToken, openToken } from './open-token.ts';
import { openApiText } from './openapi.ts';
import { readHistory } from './read-history.ts';
import { readLatest, readSignals, readVehicle } from './read-vehicle.ts';
import { sendHistory } from './send-history.ts';

declare module 'fastify' {
  interface FastifyRequest {
    liveAccess: LiveAccess | null;
  }
}

interface Call<Name extends LiveCallName> {
  access: LiveAccess;
  query: z.output<(typeof liveCalls)[Name]['query']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function liveApiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { now } = services;
  const budget = new CallBudget();
  app.decorateRequest('liveAccess', null);

  await app.register(
    async (scope) => {
      scope.setErrorHandler(handleError);
      scope.addHook('onRequest', async (_, reply) => {
        reply.headers(corsHeaders);
      });
      scope.addHook('preClose', async () => {
        endStreams(services);
      });

      const authorize = async (request: FastifyRequest, reply: FastifyReply) => {
        const token = bearerOf(request);
        if (token === undefined) throw new ApiProblem('token-missing');
        const opened = await openToken(services, token, networkOf(request));
        if ('problem' in opened) throw new ApiProblem(opened.problem);
        const { headers, problem } = budget.consume(opened.access.tokenId ?? '', now());
        reply.headers(headers).header('cache-control', 'private, no-cache');
        if (problem) throw problem;
        const { id } = request.params as { id?: string };
        if (id !== undefined && id !== opened.access.vehicleId)
          throw new ApiProblem('vehicle-not-found');
        request.liveAccess = opened.access;
      };

      const route = <Name extends LiveCallName>(
        name: Name,
        respond: (call: Call<Name>) => Promise<unknown>,
        options: Pick<RouteOptions, 'exposeHeadRoute'> = {},
      ) => {
        const { path, query } = liveCalls[name];
        scope.route({
          method: 'GET',
          url: path.slice(LIVE_PATH.length).replace('{id}', ':id'),
          schema: { querystring: query },
          onRequest: authorize,
          ...options,
          handler: (request, reply) =>
            respond({
              access: request.liveAccess as LiveAccess,
              query: request.query as Call<Name>['query'],
              request,
              reply,
            }),
        });
      };
      const sources = ({ sourceVehicleId: id }: LiveAccess) => ({
        live: liveSource(services, id),
        get stored() {
          return vehicleSource(services, id);
        },
      });

      const watched = (access: LiveAccess, request: FastifyRequest) => ({
        access,
        readAccess: () => accessOfToken(services, bearerOf(request) ?? ''),
      });

      route('vehicles', async ({ access, ...call }) =>
        sendJson(call, { vehicles: [await readVehicle(sources(access), access, now())] }),
      );
      route('vehicle', async ({ access, ...call }) =>
        sendJson(call, await readVehicle(sources(access), access, now())),
      );
      route('signals', async ({ access, ...call }) =>
        sendJson(call, { signals: await readSignals(sources(access), access) }),
      );
      route('latest', async ({ access, query, ...call }) => {
        const signals = requestedSignals(access, query.signals);
        return sendJson(call, { values: await readLatest(sources(access), access, signals) });
      });
      route(
        'history',
        async ({ access, query, request, reply }) => {
          const mediaType = acceptedFormat(request);
          const format = historyFormats[mediaType];
          return sendHistory(services, watched(access, request), reply, async () => {
            const { stored } = sources(access);
            const { chunks, next } = await readHistory(stored, access, query, format, now());
            if (next) {
              const path = liveCalls.history.path.replace('{id}', access.vehicleId);
              reply.header('link', `<${path}?${new URLSearchParams(next)}>; rel="next"`);
            }
            reply.header('vary', 'Accept').type(mediaType);
            return chunks;
          });
        },
        { exposeHeadRoute: false },
      );
      route(
        'stream',
        ({ access, query, request, reply }) =>
          sendStream(request, reply, services, { ...query, ...watched(access, request) }),
        { exposeHeadRoute: false },
      );

      scope.get('/openapi.json', (_, reply) => reply.type('application/json').send(openApiText));
      scope.get('/problems', (_, reply) =>
        reply.type('text/html; charset=utf-8').send(problemsPage),
      );
      // Without this route, unknown paths would be answered by the pages of the portal.
      scope.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url: '/*',
        handler: async (request) => {
          throw missing(request);
        },
      });
      scope.options('/*', (_, reply) =>
        reply
          .headers({
            'access-control-allow-methods': 'GET, HEAD',
            'access-control-allow-headers': 'Authorization, If-None-Match, Last-Event-ID',
            'access-control-max-age': '86400',
          })
          .status(204)
          .send(),
      );
    },
    { prefix: LIVE_PATH },
  );
}

function missing({ method, url }: FastifyRequest): ApiProblem {
  const [path = ''] = url.split('?', 1);
  const patterns = Object.values(liveCalls).map(
    (call) => new RegExp(`^${call.path.replace('{id}', '[^/]+')}$`),
  );
  const isKnown = method !== 'GET' && patterns.some((pattern) => pattern.test(path));
  return new ApiProblem(isKnown ? 'method-not-allowed' : 'not-found');
}

function acceptedFormat(request: FastifyRequest): keyof typeof historyFormats {
  const mediaTypes = Object.keys(historyFormats);
  const accepted = new Negotiator(request).mediaType(mediaTypes);
  if (accepted === undefined) throw new ApiProblem('not-acceptable');
  return accepted as keyof typeof historyFormats;
}

function sendJson(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body: object,
) {
  const text = JSON.stringify(body);
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  reply.header('etag', etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag))
    return reply.status(304).send();
  reply.type('application/json; charset=utf-8');
  // Not `send`: Fastify would await the returned reply, with listeners on its stream.
  return text;
}

const section = (name: ProblemName) => {
  const { title, status, remedy } = problems[name];
  const text = escapeHtml(remedy).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return `<h2 id="${name}">${status} ${name}</h2>\n<p><b>${escapeHtml(title)}.</b> ${text}</p>`;
};

const problemsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the live access API</title>
<main>
<h1>Errors of the live access API</h1>
<p>Each error is a problem document (RFC 9457). Its <code>type</code> is the address of a section of this page.</p>
${problemNames.map(section).join('\n')}
</main>
</html>
`;
