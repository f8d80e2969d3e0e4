import { fastify } from 'fastify';
import { z } from 'zod';
import { jsonText } from '#lib/statechart/path-formats/path-report.ts';
import { type Criterion, criteria, testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import {
  InstructionError,
  type InstructionReport,
  OnlineRun,
} from '#lib/statechart/paths/online-run.ts';
import { UsageError } from '#tools/usage.ts';
import type { PathsArguments } from './arguments.ts';

interface ServedRun {
  id: string;
  criterion: Criterion;
  seed: number;
  run: OnlineRun;
}

class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const beginBody = z.strictObject({
  cover: z.enum(criteria).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
});

const reportBody = z.strictObject({
  number: z.int().min(1),
  state: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  passed: z.boolean().optional(),
  message: z.string().optional(),
});

export async function serveRuns(
  machine: string,
  exploration: Exploration,
  options: PathsArguments['options'],
  port: number,
): Promise<string> {
  const runs = new Map<string, ServedRun>();
  let count = 0;

  function begin(body: unknown): ServedRun {
    const wanted = parsed(beginBody, body ?? {});
    const { cover: criterion = options.criterion, seed = options.seed } = wanted;
    const requirement = testRequirementOf(exploration, criterion);
    const run = new OnlineRun(exploration, requirement, seed);
    const served = { id: String(++count), criterion, seed, run };
    runs.set(served.id, served);
    return served;
  }

  function runOf(id: string): ServedRun {
    const served = runs.get(id);
    if (!served) throw new CallError(404, `run ${id} does not exist`);
    return served;
  }

  const app = fastify();
  // Any website can send requests to a local port. Runners outside browsers send no Origin header.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.origin !== undefined)
      throw new CallError(403, 'Requests from web pages are not allowed');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) =>
    reply.code(statusOf(error)).send({ error: error.message }),
  );
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `There is no ${request.method} ${request.url}; see --help` }),
  );
  const statisticsOf = ({ id, criterion, seed, run }: ServedRun) => ({
    run: id,
    machine,
    cover: criterion,
    seed,
    ...run.statistics,
  });
  app.setReplySerializer((payload) => jsonText(payload, 0));

  type Of = { Params: { id: string } };
  app.post('/runs', async ({ body }, reply) => reply.code(201).send(statisticsOf(begin(body))));
  app.get<Of>('/runs/:id', async ({ params }) => statisticsOf(runOf(params.id)));
  app.post<Of>('/runs/:id/next', async ({ params }) => runOf(params.id).run.next());
  app.post<Of>('/runs/:id/report', async ({ params, body }) => {
    const { run } = runOf(params.id);
    const failure = run.report(parsed(reportBody, body) as InstructionReport);
    return { passed: failure === null, failure };
  });
  app.delete<Of>('/runs/:id', async ({ params }) => {
    const served = runOf(params.id);
    served.run.end();
    runs.delete(served.id);
    return statisticsOf(served);
  });
  try {
    return await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    throw new UsageError(`--port ${port}: ${(error as Error).message}`);
  }
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CallError(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof CallError) return error.status;
  return error instanceof InstructionError ? 409 : (error.statusCode ?? 500);
}
