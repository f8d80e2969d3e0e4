import { type FieldProps, TextField } from './text-field.tsx';

/** Date and time on the reader's own clock (value: `YYYY-MM-DDTHH:mm`). */
export function InstantField(props: FieldProps) {
  return <TextField {...props} type="datetime-local" />;
}

/** The instant in UTC that a local date and time means; as typed when it means none. */
export function typedInstant(typed: string): string {
  const at = Date.parse(typed);
  return Number.isNaN(at) ? typed : new Date(at).toISOString().replace('.000Z', 'Z');
}

/** The local date and time of an instant, as the field takes it. */
export function localInstant(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
