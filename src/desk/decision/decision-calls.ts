import type { ApplicationRecord } from '#contract/application-record.ts';
import { type Decision, decisionCalls, decisions } from '#contract/decision.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { invalidate, queryClient } from '#ui/calls/query-client.ts';
import { type ContractForm, filled } from '#ui/form/contract-form.ts';
import { type ExtentValues, extentInput } from '../extent/extent-values.ts';

/** Values typed for a decision; they stay while another decision is looked at. */
export type DecisionValues = {
  text: string;
  /** YYYY-MM-DD. */
  dueOn: string;
  ground: string;
  /** Codes of the parts that are asked about. */
  items: string[];
  /** Of a public-sector body's request, what it is given. */
  extent: ExtentValues;
};

/** The fields that a decision about a kind of application asks for, in the order of the page. */
export function fieldsOf(
  decision: Decision,
  { kind }: Pick<ApplicationRecord, 'kind'>,
): readonly (keyof DecisionValues)[] {
  return decisions[decision].takes.filter((field) => field !== 'extent' || kind === 'public');
}

export function schemaOf(decision: Decision) {
  return decisionCalls[decisions[decision].call].input;
}

/** Tests that a decision is not made without a text to the requester. */
export function needsText(decision: Decision): boolean {
  const { shape } = schemaOf(decision);
  return 'text' in shape && !shape.text.safeParse(undefined).success;
}

/** The form of a decision: its schema is that of one of them. */
export type FormOfDecision = ContractForm<DecisionValues, ReturnType<typeof schemaOf>>;

/** Builds the call's input for a decision about an application as it was seen. */
export function decisionInput(
  decision: Decision,
  record: Pick<ApplicationRecord, 'number' | 'revision' | 'kind' | 'public'>,
  values: DecisionValues,
) {
  const { number, revision } = record;
  const inputs = { ...values, extent: extentInput(values.extent, record.public) };
  const typed = fieldsOf(decision, record).map((field) => [field, inputs[field]]);
  return { applicationNumber: number, revision, ...filled(Object.fromEntries(typed)) };
}

/** A decision as its letter shows it; exactly this is sent when it is confirmed. */
export interface Previewed {
  decision: Decision;
  input: ReturnType<typeof decisionInput>;
  letter: CallData<'deskPreview'>;
}

/**
 * Returns a decision with the letter that it would send to the requester. Throws what the decision
 * would, once the application is loaded again.
 */
export async function previewed(
  decision: Decision,
  input: ReturnType<typeof decisionInput>,
): Promise<Previewed> {
  try {
    const asked = { ...input, decision } as never;
    return { decision, input, letter: await call('deskPreview', asked, { silent: true }) };
  } catch (error) {
    await invalidate(['deskApplication']);
    throw error;
  }
}

/** A decision that was made. */
export interface Decided {
  decision: Decision;
  /** Revision of the application that it led to. */
  revision: number;
  /** False when the application could not be loaded again. */
  isLoaded: boolean;
}

/**
 * Makes a decision; the call loads the application again. Throws an ApiError, also when somebody else
 * decided first.
 */
export async function decide({ decision, input }: Previewed): Promise<Decided> {
  // Input and name come from the same row of the table, which the types cannot follow.
  const { revision } = await call(decisions[decision].call, input as never, { silent: true });
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['deskApplication'] });
  return { decision, revision, isLoaded: shown.every(({ state }) => state.error === null) };
}
