import { useLingui } from '@lingui/react/macro';
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { SIX_DIGITS } from '#contract/limits.ts';
import { typedDigits } from '#ui/form/typed-digits.ts';

export function CodeInput(input: ReturnType<typeof useCodeField>['input'] & TextInputProps) {
  const { t } = useLingui();
  return (
    <TextInput
      className="code"
      name="code"
      // Autofocus is acceptable here, because the user asked for the form.
      autoFocus
      inputMode="numeric"
      autoComplete="off"
      label={<span>{t`Verification code`}</span>}
      description={t`6 digits. If no e-mail arrives, look in the spam folder.`}
      {...input}
    />
  );
}

export function useCodeField(onCode: (code: string) => void) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const ref = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = typedDigits(typed);
    if (SIX_DIGITS.test(code)) {
      setError(undefined);
      onCode(code);
      return;
    }
    setError(code ? t`The verification code has 6 digits` : t`Enter the verification code`);
    ref.current?.focus();
  }

  const onChange = (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value);
  return { input: { ref, value: typed, onChange, error }, submit };
}
