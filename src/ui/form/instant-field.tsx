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
