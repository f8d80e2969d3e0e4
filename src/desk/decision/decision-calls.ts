import type { ApplicationRecord } from '#contract/application-record.ts';
import { type Decision, decisionCalls, decisions } from '#contract/decision.ts';
import { type DeliveryExtent, deliveryExtent } from '#contract/delivery-extent.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { call, send } from '#ui/calls/call.ts';
import { invalidate, queryClient } from '#ui/calls/query-client.ts';
import { type ContractForm, filled } from '#ui/form/contract-form.ts';
import { typedInstant, typedMinute } from '#ui/form/text-field.tsx';

export type DecisionValues = {
  text: string;
  /** YYYY-MM-DD. */
  dueOn: string;
  ground: string;
  earlier: string;
  items: string[];
  extent: ExtentValues;
};

export function fieldsOf(
  decision: Decision,
  { kind }: Pick<ApplicationRecord, 'kind'>,
): readonly (keyof DecisionValues)[] {
  return decisions[decision].fields.filter((field) => field !== 'extent' || kind === 'public');
}

export function schemaOf(decision: Decision) {
  return decisionCalls[decisions[decision].call].input;
}

export type FormOfDecision = ContractForm<DecisionValues, ReturnType<typeof schemaOf>>;

export function decisionInput(
  decision: Decision,
  record: Pick<ApplicationRecord, 'number' | 'revision' | 'kind' | 'public'>,
  values: DecisionValues,
) {
  const { number, revision } = record;
  const inputs = {
    ...values,
    earlier: values.ground === 'alreadyProvided' ? values.earlier : '',
    extent: extentInput(values.extent, record.public),
  };
  const typed = fieldsOf(decision, record).map((field) => [field, inputs[field]]);
  return { applicationNumber: number, revision, ...filled(Object.fromEntries(typed)) };
}

export interface Decided {
  decision: Decision;
  revision: number;
  /** Ms since the epoch. */
  sentAt: number;
  isLoaded: boolean;
}

/**
 * Sends a decision. Settles when the case is reloaded. If the reviewer leaves the case, success
 * reloads only the queue, and failure only the case.
 */
export async function decide(
  decision: Decision,
  // TypeScript cannot infer that name and input come from the same row of the table.
  input: never,
  isLeaving: boolean,
): Promise<Decided> {
  const sentAt = Date.now();
  const name = decisions[decision].call;
  if (!isLeaving) {
    const { revision } = await call(name, input, { silent: true });
    const shown = queryClient.getQueryCache().findAll({ queryKey: ['deskApplication'] });
    return {
      decision,
      revision,
      sentAt,
      isLoaded: shown.every(({ state }) => state.error === null),
    };
  }
  try {
    const { revision } = await send(name, input, { silent: true });
    await invalidate(['deskQueue']);
    return { decision, revision, sentAt, isLoaded: true };
  } catch (error) {
    await invalidate(['deskApplication']);
    throw error;
  }
}

export type ExtentValues = {
  models: string[];
  dataTypes: string[];
  /** In the reader's time zone, YYYY-MM-DDTHH:mm. */
  from: string;
  to: string;
  interval: string;
};

type Requested = Pick<StoredPublicForm, 'dataTypes' | 'from' | 'to'> | null;

export function requestedExtent(requested: Requested): ExtentValues {
  const { dataTypes = [], from, to } = requested ?? {};
  return { models: [], dataTypes, from: localMinute(from), to: localMinute(to), interval: '' };
}

/**
 * Converts the values entered in the form to the input of the call. The form shows minutes only: a
 * time that was not edited keeps its original seconds.
 */
export function extentInput({ from, to, ...typed }: ExtentValues, requested: Requested) {
  const instant = (value: string, original: string | undefined) =>
    original !== undefined && value === localMinute(original) ? original : typedInstant(value);
  return filled({ ...typed, from: instant(from, requested?.from), to: instant(to, requested?.to) });
}

export function completeExtent(typed: ExtentValues, requested: Requested): DeliveryExtent | null {
  return deliveryExtent.safeParse(extentInput(typed, requested)).data ?? null;
}

function localMinute(instant = ''): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : typedMinute(at);
}
