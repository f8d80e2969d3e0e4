import { fastify } from 'fastify';
import { z } from 'zod';
import { junit } from '#lib/statechart/path-formats/path-formats.ts';
import {
  type FullReport,
  json,
  jsonText,
  reportOf,
} from '#lib/statechart/path-formats/path-report.ts';
import { type Criterion, criteria, testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import {
  OnlineRun,
  type StopConditions,
  TurnError,
  type TurnReport,
} from '#lib/statechart/paths/online-run.ts';
import type { TestRequirement } from '#lib/statechart/paths/test-requirement.ts';
import { recordedWalks } from '#lib/statechart/paths/walk.ts';
import {
  givenSource,
  randomWalkSource,
  tourSource,
  type WalkSource,
} from '#lib/statechart/paths/walk-source.ts';
import { UsageError } from '#tools/usage.ts';
import type { PathsArguments } from './arguments.ts';
import { recordedPaths } from './path-files.ts';

interface ExploredMachine {
  name: string;
  found: Exploration;
}

interface KeptRun {
  id: string;
  machine: ExploredMachine;
  criterion: Criterion;
  seed: number;
  requirement: TestRequirement;
  run: OnlineRun;
}

/** Error response with its HTTP status. */
class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const beginBody = z.strictObject({
  machine: z.string().optional(),
  cover: z.enum(criteria).optional(),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  stop: z
    .strictObject({
      coverage: z.number().min(0).max(1).optional(),
      steps: z.int().min(1).optional(),
      seconds: z.number().positive().optional(),
    })
    .optional(),
  paths: recordedPaths.optional(),
});

const reportBody = z.strictObject({
  turn: z.int().min(1),
  state: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  passed: z.boolean().optional(),
  message: z.string().max(10_000).optional(),
});

const MAX_BODY_BYTES = 1_000_000;
const MAX_RUNS = 1_000;

/**
 * Serves online runs over HTTP until the process ends.
 * @returns the address, with the port that the system chose for 0
 * @throws {UsageError} when the port cannot be bound
 */
export async function serveRuns(
  machines: readonly ExploredMachine[],
  options: PathsArguments['options'],
  { host, port }: NonNullable<PathsArguments['serve']>,
): Promise<string> {
  const runs = new Map<string, KeptRun>();
  let count = 0;

  function begin(body: unknown): KeptRun {
    const asked = parsed(beginBody, body ?? {});
    if (runs.size >= MAX_RUNS)
      throw new CallError(429, `${MAX_RUNS} runs are kept already; DELETE those that are over`);
    const machine = machineNamed(machines, asked.machine);
    const { cover: criterion = options.criterion, seed = options.seed } = asked;
    const measured = criterion === 'random' ? 'transitions' : criterion;
    const requirement = testRequirementOf(machine.found, measured, options.switches);
    const sourceOf = (): WalkSource => {
      if (asked.paths) return givenSource(walksOf(machine, asked.paths));
      if (criterion !== 'random') return tourSource(requirement, seed);
      const { length, weights } = options;
      return randomWalkSource(machine.found, { seed, length, ...(weights && { weights }) });
    };
    const stop: StopConditions = {
      // By default, given paths are walked completely.
      coverage: asked.stop?.coverage ?? (asked.paths && !asked.stop ? null : 1),
      steps: asked.stop?.steps ?? null,
      duration: asked.stop?.seconds === undefined ? null : asked.stop.seconds * 1000,
    };
    const run = new OnlineRun(machine.found, requirement, sourceOf(), stop);
    const kept = { id: String(++count), machine, criterion, seed, requirement, run };
    runs.set(kept.id, kept);
    return kept;
  }

  function runOf(id: string): KeptRun {
    const kept = runs.get(id);
    if (!kept) throw new CallError(404, `There is no run ${id}`);
    return kept;
  }

  const app = fastify({ bodyLimit: MAX_BODY_BYTES });
  // Pages of any site can call a local port. Runners outside browsers send no Origin header.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers.origin !== undefined) throw new CallError(403, 'Pages may not drive runs');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) =>
    reply.code(statusOf(error)).send({ error: error.message }),
  );
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `There is no ${request.method} ${request.url}; see --help` }),
  );
  app.setReplySerializer((payload) => jsonText(payload, 0));

  type Of = { Params: { id: string } };
  app.post('/runs', async ({ body }, reply) => reply.code(201).send(statisticsOf(begin(body))));
  app.get<Of>('/runs/:id', async ({ params }) => statisticsOf(runOf(params.id)));
  app.post<Of>('/runs/:id/next', async ({ params }) => runOf(params.id).run.next());
  app.post<Of>('/runs/:id/report', async ({ params, body }) => {
    const { run } = runOf(params.id);
    const failure = run.report(parsed(reportBody, body) as TurnReport);
    return { passed: failure === null, failure };
  });
  app.delete<Of>('/runs/:id', async ({ params }) => {
    const kept = runOf(params.id);
    kept.run.end();
    runs.delete(kept.id);
    return statisticsOf(kept);
  });
  app.get<Of>('/runs/:id/paths', async ({ params }, reply) =>
    reply.type('application/json').send(json([reportOfRun(runOf(params.id))])),
  );
  app.get<Of>('/runs/:id/junit', async ({ params }, reply) => {
    const kept = runOf(params.id);
    return reply.type('application/xml').send(junit(reportOfRun(kept), kept.run.walks));
  });
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw new UsageError(`--port ${port}: ${(error as Error).message}`);
  }
}

function statisticsOf({ id, machine, criterion, seed, run }: KeptRun) {
  return { run: id, machine: machine.name, cover: criterion, seed, ...run.statistics };
}

/** Walks so far, in the form of a plan. */
function reportOfRun({ machine, criterion, seed, requirement, run }: KeptRun): FullReport {
  const { uncovered, infeasible, ended } = run.statistics;
  const missing = new Set(uncovered);
  const made = {
    criterion,
    covered: requirement.items.filter((item) => !missing.has(item)),
    uncovered,
    infeasible,
    walks: run.walks.map(({ walk }) => walk),
    stopped: ended === null ? 'while it goes on' : null,
  };
  return reportOf(machine.name, machine.found, made, { plan: 'recorded', seed });
}

function machineNamed(
  machines: readonly ExploredMachine[],
  name: string | undefined,
): ExploredMachine {
  const [only, another] = machines;
  const machine =
    name === undefined && !another ? only : machines.find((each) => each.name === name);
  if (machine) return machine;
  const known = machines.map((each) => each.name).join(', ');
  throw new CallError(400, `machine «${name ?? ''}» is not one of: ${known}`);
}

function walksOf({ found }: ExploredMachine, paths: z.infer<typeof recordedPaths>) {
  try {
    return recordedWalks(found, paths);
  } catch (error) {
    throw new CallError(400, `paths: ${(error as Error).message}`);
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
  return error instanceof TurnError ? 409 : (error.statusCode ?? 500);
}
