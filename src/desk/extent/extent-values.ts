import { type DeliveryExtent, deliveryExtent } from '#contract/delivery-extent.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { filled } from '#ui/form/contract-form.ts';
import { typedInstant, typedMinute } from '#ui/form/text-field.tsx';

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
