import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { SIX_DIGITS } from '#contract/limits.ts';

/**
 * A form of one field, for a code that was mailed. `onCode` gets what has the form of a code; what
 * has not is refused at the field.
 */
export function useCodeField(onCode: (code: string) => void) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = typed.replace(/\s/g, '');
    if (SIX_DIGITS.test(code)) {
      setError(undefined);
      onCode(code);
      return;
    }
    setError(code ? t`The verification code has 6 digits` : t`Enter the verification code`);
    field.current?.focus();
  }

  const input = {
    ref: field,
    // It has just been asked for.
    autoFocus: true,
    name: 'code',
    inputMode: 'numeric',
    label: t`Verification code`,
    description: t`6 digits`,
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    error,
  } as const;
  return { input, submit };
}
