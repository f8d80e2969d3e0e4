import { z } from 'zod';
import { junit } from '#lib/statechart/path-formats/junit.ts';
import { type FullReport, reportOf } from '#lib/statechart/path-formats/path-report.ts';
import { type StepCriterion, testRequirementOf } from '#lib/statechart/paths/criteria.ts';
import type { Exploration } from '#lib/statechart/paths/explore.ts';
import { OnlineRun, type StopConditions } from '#lib/statechart/paths/online-run.ts';
import { type RecordedPath, recordedWalks } from '#lib/statechart/paths/recorded-paths.ts';
import type { TestRequirement } from '#lib/statechart/paths/test-requirement.ts';
import { givenSource, randomWalkSource, tourSource } from '#lib/statechart/paths/walk-source.ts';
import { recordedPaths } from './recorded.ts';

/** Criteria by which a run is steered and measured; `random` is measured by transitions. */
export const onlineCriteria = [
  'states',
  'transitions',
  'pairs',
  'guards',
  'negatives',
  'samples',
  'random',
] as const;
type OnlineCriterion = (typeof onlineCriteria)[number];

/** How a run goes where a call does not say otherwise. */
export interface OnlineDefaults {
  cover: OnlineCriterion;
  seed: number;
  switches: number;
  length: number;
  stop: StopConditions;
  weights?: Readonly<Record<string, number>>;
}

export interface ExploredMachine {
  name: string;
  found: Exploration;
}

/** A call that cannot be answered, with the HTTP status that says so. */
export class CallError extends Error {
  readonly status: 400 | 403 | 404 | 429;

  constructor(status: CallError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

const beginBody = z.strictObject({
  machine: z.string().optional(),
  cover: z.enum(onlineCriteria).optional(),
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

interface KeptRun {
  id: string;
  machine: ExploredMachine;
  criterion: OnlineCriterion;
  seed: number;
  requirement: TestRequirement;
  run: OnlineRun;
}

/** Runs kept at once; a runner ends its run when it has read what it wants of it. */
const MOST_RUNS = 1_000;

/** The calls of an online run, as HTTP and WebSocket both make them. */
export class OnlineCalls {
  readonly #machines: readonly ExploredMachine[];
  readonly #defaults: OnlineDefaults;
  readonly #runs = new Map<string, KeptRun>();
  #count = 0;

  constructor(machines: readonly ExploredMachine[], defaults: OnlineDefaults) {
    this.#machines = machines;
    this.#defaults = defaults;
  }

  /**
   * Begins a run.
   * @throws {CallError} that names the field which is wrong
   */
  begin(body: unknown): ReturnType<OnlineCalls['statistics']> {
    const asked = parsed(beginBody, body ?? {});
    if (this.#runs.size >= MOST_RUNS)
      throw new CallError(429, `${MOST_RUNS} runs are kept already; DELETE those that are over`);
    const machine = this.#machineNamed(asked.machine);
    const { cover, seed, switches, length, weights } = this.#defaults;
    const criterion = asked.cover ?? cover;
    const drawn = asked.seed ?? seed;
    const stop = stopOf(asked.stop, this.#defaults.stop);
    const measured: StepCriterion = criterion === 'random' ? 'transitions' : criterion;
    const requirement = testRequirementOf(machine.found, measured, switches);
    const source = () => {
      if (asked.paths) return givenSource(walksOf(machine, asked.paths));
      if (criterion === 'random')
        return randomWalkSource(machine.found, {
          seed: drawn,
          length,
          ...(weights && { weights }),
        });
      return tourSource(requirement, drawn);
    };
    // Paths that are given are walked whole, whatever they cover.
    const ends = asked.paths && !asked.stop ? { ...stop, coverage: null } : stop;
    const run = new OnlineRun(machine.found, requirement, source(), ends);
    this.#count += 1;
    const id = String(this.#count);
    this.#runs.set(id, { id, machine, criterion, seed: drawn, requirement, run });
    return this.statistics(id);
  }

  /** @throws {CallError} when there is no such run */
  next(id: string) {
    return this.#runOf(id).run.next();
  }

  /** @throws {CallError} when there is no such run or a field is wrong; `TurnError` as the run does */
  report(id: string, body: unknown) {
    const { run } = this.#runOf(id);
    const report = parsed(reportBody, body);
    const failure = run.report(report as Parameters<OnlineRun['report']>[0]);
    return { passed: failure === null, failure };
  }

  statistics(id: string) {
    const { machine, criterion, seed, run } = this.#runOf(id);
    return { run: id, machine: machine.name, cover: criterion, seed, ...run.statistics };
  }

  /** What was walked so far, as `npm run paths` writes its plans. */
  paths(id: string): FullReport {
    const { machine, criterion, seed, requirement, run } = this.#runOf(id);
    const { uncovered, infeasible, ended } = run.statistics;
    const missing = new Set(uncovered);
    return reportOf(
      machine.name,
      machine.found,
      {
        criterion,
        covered: requirement.items.filter((item) => !missing.has(item)),
        uncovered,
        infeasible,
        walks: run.walks.map(({ walk }) => walk),
        isShortest: false,
        stopped: ended === null ? 'while it goes on' : null,
      },
      { plan: 'recorded', seed },
    );
  }

  /** What was walked so far as JUnit's XML: a walk is a case. */
  junit(id: string): string {
    return junit(this.paths(id), this.#runOf(id).run.walks);
  }

  /** Ends a run and forgets it; returns what it came to. */
  end(id: string): ReturnType<OnlineCalls['statistics']> {
    this.#runOf(id).run.end();
    const last = this.statistics(id);
    this.#runs.delete(id);
    return last;
  }

  #runOf(id: string): KeptRun {
    const kept = this.#runs.get(id);
    if (!kept) throw new CallError(404, `There is no run ${id}`);
    return kept;
  }

  #machineNamed(name: string | undefined): ExploredMachine {
    const known = this.#machines.map((machine) => machine.name);
    const [only, another] = this.#machines;
    const machine =
      name === undefined && !another ? only : this.#machines.find((one) => one.name === name);
    if (!machine)
      throw new CallError(400, `machine «${name ?? ''}» is not one of: ${known.join(', ')}`);
    return machine;
  }
}

function stopOf(
  asked: z.infer<typeof beginBody>['stop'],
  otherwise: StopConditions,
): StopConditions {
  return {
    coverage: asked?.coverage ?? otherwise.coverage,
    steps: asked?.steps ?? otherwise.steps,
    duration: asked?.seconds === undefined ? otherwise.duration : asked.seconds * 1000,
  };
}

function walksOf({ found }: ExploredMachine, paths: readonly RecordedPath[]) {
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
