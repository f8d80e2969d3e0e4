import { type Decision, decisionCalls, decisions } from '#contract/decision.ts';
import { call } from '#ui/calls/call.ts';
import { refresh } from '#ui/calls/query-cache.ts';
import { type ContractForm, filled } from '#ui/form/contract-form.ts';

/** Values typed for a decision; they stay while another decision is looked at. */
export type DecisionValues = {
  text: string;
  /** YYYY-MM-DD. */
  dueOn: string;
  ground: string;
  /** Codes of the parts that are asked about. */
  items: string[];
};

/** The fields a decision asks for, in the order of the page. */
export function fieldsOf(decision: Decision): readonly (keyof DecisionValues)[] {
  return decisions[decision].takes;
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
  { number, revision }: { number: string; revision: number },
  values: DecisionValues,
) {
  const typed = fieldsOf(decision).map((field) => [field, values[field]]);
  return { applicationNumber: number, revision, ...filled(Object.fromEntries(typed)) };
}

/**
 * Returns the letter a decision would send to the requester. Throws what the decision would: then
 * the page asks for the application again.
 */
export async function previewed(decision: Decision, input: ReturnType<typeof decisionInput>) {
  try {
    return await call('deskPreview', { ...input, decision } as never, { silent: true });
  } catch (error) {
    refresh(['deskApplication']);
    throw error;
  }
}

/**
 * Makes a decision, after which the page asks for the application again. Throws a Refused, also when
 * somebody else decided meanwhile.
 */
export async function decide(decision: Decision, input: ReturnType<typeof decisionInput>) {
  try {
    // Input and name come from the same row of the table, which the types cannot follow.
    await call(decisions[decision].call, input as never, { silent: true });
  } finally {
    refresh(['deskApplication']);
  }
}
