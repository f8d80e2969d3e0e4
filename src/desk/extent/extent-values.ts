import { type DeliveryExtent, deliveryExtent } from '#contract/delivery-extent.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { filled } from '#ui/form/contract-form.ts';
import { typedInstant } from '#ui/form/text-field.tsx';
import { calendarDay } from '#ui/format/dates.ts';

/** What a public-sector body is given, as it is typed. */
export type ExtentValues = {
  models: string[];
  dataTypes: string[];
  /** On the reader's own clock, YYYY-MM-DDTHH:mm. */
  from: string;
  to: string;
  interval: string;
};

type Asked = Pick<StoredPublicForm, 'dataTypes' | 'from' | 'to'> | null;

/** The kinds of data and the time that a body asked for, of no vehicle yet. */
export function extentAsked(asked: Asked): ExtentValues {
  const { dataTypes = [], from, to } = asked ?? {};
  return { models: [], dataTypes, from: localMinute(from), to: localMinute(to), interval: '' };
}

/** The call's input for what is typed. A time that was left as it was asked for stays exact. */
export function extentInput({ from, to, ...typed }: ExtentValues, asked: Asked) {
  const instant = (value: string, begun: string | undefined) =>
    begun !== undefined && value === localMinute(begun) ? begun : typedInstant(value);
  return filled({ ...typed, from: instant(from, asked?.from), to: instant(to, asked?.to) });
}

/** The same once nothing is missing in it; null before. */
export function wholeExtent(typed: ExtentValues, asked: Asked): DeliveryExtent | null {
  return deliveryExtent.safeParse(extentInput(typed, asked)).data ?? null;
}

function localMinute(instant: string | undefined): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${calendarDay(at)}T${time.join(':')}`;
}
