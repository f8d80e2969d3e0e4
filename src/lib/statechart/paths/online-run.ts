import type { StateValue } from 'xstate';
import { type ConcreteStep, concreteStart, concreteStep } from './concrete-walks.ts';
import { type Edge, type Exploration, isNotAccepted, type Walk } from './explore.ts';
import { type Effect, Recorder } from './recorder.ts';
import { type DisplayedState, displayedState, stateText } from './state-value.ts';
import type { CoverageEdge, TestRequirement } from './test-requirement.ts';
import type { TimedEvent, TimedSnapshot } from './timed-snapshot.ts';
import { tourPlan } from './tour.ts';

export type Instruction =
  | { number: number; action: 'start'; name: string; input: unknown; expected: DisplayedState }
  | (TimedEvent & {
      number: number;
      action: 'send';
      notAccepted: boolean;
      effects: readonly Effect[];
      expected: DisplayedState;
    })
  | { number: number; action: 'end'; reason: EndReason };

type EndReason = 'coverage' | 'no walks left' | 'ended by the runner';

/**
 * Reported result of an instruction: the actual `state`, or whether the check `passed`. If
 * both are absent, the result was as expected.
 */
export interface InstructionReport {
  number: number;
  state?: StateValue | undefined;
  passed?: boolean | undefined;
  message?: string | undefined;
}

export class InstructionError extends Error {}

/** Completed or failed walk. In a failed walk, the last step is the failing one. */
interface WalkResult {
  walk: Walk;
  failure: string | null;
}

interface CurrentWalk {
  planned: Walk;
  taken: Edge[];
  snapshot: TimedSnapshot;
}

/**
 * Run in which a test runner requests and reports one step at a time (online testing: Utting,
 * Pretschner, Legeard, *A taxonomy of model-based testing approaches*, 2012). Repeated requests
 * before a report return the same instruction, so a lost response does no harm. A failure ends the
 * walk; its remaining items are covered on other paths, if possible.
 */
export class OnlineRun {
  readonly #exploration: Exploration;
  readonly #requirement: TestRequirement;
  readonly #seed: number;
  readonly #recorder: Recorder;
  #planned: Walk[];
  /** Number of failed steps that the planned walks avoid. */
  #avoided = 0;

  readonly #covered = new Set<string>();
  readonly #failed = new Set<Edge>();
  readonly #failedStarts = new Set<number>();
  readonly #done: WalkResult[] = [];
  #ended: EndReason | null = null;
  #steps = 0;
  #number = 0;
  #pending: Instruction | null = null;
  #walk: CurrentWalk | null = null;
  #step: ConcreteStep | null = null;

  constructor(exploration: Exploration, requirement: TestRequirement, seed: number) {
    this.#exploration = exploration;
    this.#requirement = requirement;
    this.#seed = seed;
    this.#planned = tourPlan(requirement, seed);
    this.#recorder = new Recorder(exploration.scenario.machine);
  }

  next(): Instruction {
    this.#pending ??= this.#nextInstruction();
    return this.#pending;
  }

  /**
   * Returns the message of the failure; null if the result was as expected.
   * @throws {InstructionError} if the report is not for the pending instruction
   */
  report(report: InstructionReport): string | null {
    const instruction = this.#pending;
    if (!instruction || instruction.action === 'end')
      throw new InstructionError('No instruction is awaiting a report');
    if (report.number !== instruction.number)
      throw new InstructionError(
        `Expected the report of instruction ${instruction.number}, received the report of instruction ${report.number}`,
      );
    const failure = failureOf(report, instruction.expected);
    this.#pending = null;
    const walk = this.#walk;
    if (!walk) return failure;
    if (this.#step) {
      walk.taken.push(this.#step.edge);
      walk.snapshot = this.#step.result;
      this.#steps += 1;
    }
    if (failure === null) this.#cover();
    else if (this.#step) this.#failed.add(this.#step.edge);
    else this.#failedStarts.add(walk.planned.start);
    this.#step = null;
    if (failure !== null || walk.taken.length === walk.planned.edges.length) this.#close(failure);
    return failure;
  }

  end(): void {
    this.#end('ended by the runner');
  }

  get statistics() {
    const { items, infeasible } = this.#requirement;
    return {
      covered: this.#covered.size,
      total: items.length,
      uncovered: items.filter((item) => !this.#covered.has(item)),
      infeasible,
      walks: this.#walks.length,
      failures: this.#walks.flatMap(({ walk, failure }, index) =>
        failure === null
          ? []
          : [{ walk: index + 1, after: this.#lastName(walk), message: failure }],
      ),
      steps: this.#steps,
      ended: this.#ended,
    };
  }

  get #walks(): readonly WalkResult[] {
    return this.#walk ? [...this.#done, this.#toResult(this.#walk, null)] : this.#done;
  }

  #nextInstruction(): Instruction {
    if (this.#ended) return this.#endInstruction(this.#ended);
    const isCovered = this.#covered.size === this.#requirement.items.length;
    if (isCovered && this.#number > 0) return this.#endInstruction('coverage');
    if (this.#walk) return this.#sendInstruction(this.#walk);
    const planned = this.#nextWalk();
    if (!planned) return this.#endInstruction('no walks left');
    const { start } = concreteStart(this.#exploration, this.#recorder, planned.start);
    const origin = this.#exploration.starts[planned.start];
    this.#walk = { planned, taken: [], snapshot: start };
    this.#number += 1;
    return {
      number: this.#number,
      action: 'start',
      name: origin?.name ?? '',
      input: origin?.input,
      expected: displayedState(start.snapshot),
    };
  }

  #nextWalk(): Walk | null {
    if (this.#failedStarts.size === this.#exploration.starts.length) return null;
    if (this.#failed.size !== this.#avoided) {
      this.#planned = tourPlan(restOf(this.#requirement, this.#covered, this.#failed), this.#seed);
      this.#avoided = this.#failed.size;
    }
    let planned: Walk | undefined;
    do planned = this.#planned.shift();
    while (planned && this.#failedStarts.has(planned.start));
    return planned ?? null;
  }

  #sendInstruction(walk: CurrentWalk): Instruction {
    const edge = walk.planned.edges[walk.taken.length] as Edge;
    this.#step = concreteStep(this.#exploration, this.#recorder, walk.snapshot, edge);
    const { sent, macrostep, result } = this.#step;
    this.#number += 1;
    return {
      number: this.#number,
      action: 'send',
      ...sent,
      notAccepted: isNotAccepted(edge),
      effects: macrostep.effects,
      expected: displayedState(result.snapshot),
    };
  }

  #endInstruction(reason: EndReason): Instruction {
    this.#end(reason);
    return { number: this.#number, action: 'end', reason };
  }

  #end(reason: EndReason): void {
    if (this.#ended) return;
    if (this.#walk && this.#pending?.action !== 'start') this.#close(null);
    this.#walk = null;
    this.#pending = null;
    this.#ended = reason;
  }

  #cover(): void {
    if (!this.#walk) return;
    const walk = { start: this.#walk.planned.start, edges: this.#walk.taken };
    for (const item of this.#requirement.coveredBy([walk])) this.#covered.add(item);
  }

  #close(failure: string | null): void {
    if (this.#walk) this.#done.push(this.#toResult(this.#walk, failure));
    this.#walk = null;
  }

  #toResult({ planned, taken }: CurrentWalk, failure: string | null): WalkResult {
    return { walk: { start: planned.start, edges: [...taken] }, failure };
  }

  #lastName({ start, edges }: Walk): string {
    return edges.at(-1)?.name ?? this.#exploration.starts[start]?.name ?? '';
  }
}

function failureOf(
  { state, passed, message }: InstructionReport,
  expected: DisplayedState,
): string | null {
  const seen = state === undefined ? expected.state : stateText(state);
  if (seen !== expected.state)
    return `expected ${expected.state}, got ${seen}${messageSuffix(message)}`;
  return passed === false ? (message ?? 'the runner’s own check failed') : null;
}

const messageSuffix = (message: string | undefined) => (message ? `: ${message}` : '');

/** Returns the requirement for the items not covered yet, to be reached without the failed steps. */
function restOf(
  requirement: TestRequirement,
  covered: ReadonlySet<string>,
  failed: ReadonlySet<Edge>,
): TestRequirement {
  const items = requirement.items.filter((item) => !covered.has(item));
  const numbers = new Map(items.map((item, index) => [item, index]));
  const { coverageGraph } = requirement;
  const edges = coverageGraph.edges
    .filter(({ step }) => step === null || !failed.has(step))
    .map((edge) => ({
      ...edge,
      items: edge.items.flatMap((item) => numbers.get(requirement.items[item] ?? '') ?? []),
    }));
  const outgoing = coverageGraph.outgoing.map((): CoverageEdge[] => []);
  for (const edge of edges) outgoing[edge.from]?.push(edge);
  return { ...requirement, items, coverageGraph: { ...coverageGraph, edges, outgoing } };
}
