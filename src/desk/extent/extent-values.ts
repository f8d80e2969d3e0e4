import { type DeliveryExtent, deliveryExtent } from '#contract/delivery-extent.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { filled } from '#ui/form/contract-form.ts';
import { typedInstant } from '#ui/form/text-field.tsx';
import { calendarDay } from '#ui/format/dates.ts';

/** Typed values of the data that a public-sector body is given. */
export type ExtentValues = {
  models: string[];
  dataTypes: string[];
  /** On the reader's clock, YYYY-MM-DDTHH:mm. */
  from: string;
  to: string;
  interval: string;
};

type Asked = Pick<StoredPublicForm, 'dataTypes' | 'from' | 'to'> | null;

/** Returns the data types and time range that a body asked for, without vehicles. */
export function extentAsked(asked: Asked): ExtentValues {
  const { dataTypes = [], from, to } = asked ?? {};
  return { models: [], dataTypes, from: localMinute(from), to: localMinute(to), interval: '' };
}

/** Converts typed values to the call's input. An unchanged time keeps its seconds. */
export function extentInput({ from, to, ...typed }: ExtentValues, asked: Asked) {
  const instant = (value: string, original: string | undefined) =>
    original !== undefined && value === localMinute(original) ? original : typedInstant(value);
  return filled({ ...typed, from: instant(from, asked?.from), to: instant(to, asked?.to) });
}

/** Returns the complete extent; null while a value is missing. */
export function wholeExtent(typed: ExtentValues, asked: Asked): DeliveryExtent | null {
  return deliveryExtent.safeParse(extentInput(typed, asked)).data ?? null;
}

function localMinute(instant: string | undefined): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${calendarDay(at)}T${time.join(':')}`;
}
