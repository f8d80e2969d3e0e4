import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { waitFor } from 'xstate';
import { languages } from '#contract/languages.ts';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import { activateLanguage, isLanguage, saveLanguage, shellIn } from './language.ts';

export interface LanguageSwitchProps {
  consent: ConsentRef;
  onAsked: (texts: I18n | null) => void;
}

export function useLanguageChoice({ consent, onAsked }: LanguageSwitchProps) {
  async function isAllowed(): Promise<boolean> {
    const decided = await waitFor(
      consent,
      (snapshot) => !snapshot.matches('recording') && !snapshot.matches('settings'),
    );
    return decided.context.choice?.functional ?? false;
  }

  async function choose(language: string) {
    if (!isLanguage(language)) return;
    if (!(await isAllowed())) {
      onAsked(await shellIn(language));
      consent.send({ type: 'settings.open' });
      const isGiven = await isAllowed();
      onAsked(null);
      if (!isGiven) return;
    }
    saveLanguage(language);
    await activateLanguage(language);
  }

  return (language: string) => {
    // `choose` rejects if the page closes and stops the consent actor.
    choose(language).catch(() => {});
  };
}

export function LanguageSwitch(props: LanguageSwitchProps) {
  const { t, i18n } = useLingui();
  const choose = useLanguageChoice(props);
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Language`}
      value={i18n.locale}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {Object.entries(languages).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
