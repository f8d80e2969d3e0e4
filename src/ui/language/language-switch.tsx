import { useLingui } from '@lingui/react/macro';
import { waitFor } from 'xstate';
import { languages } from '#contract/languages.ts';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import { activateLanguage, isLanguage, keepLanguage } from './language.ts';
import styles from './language-switch.module.css';

interface LanguageSwitchProps {
  consent: ConsentRef;
  /** Says whether the cookie settings are open for a change of the language. */
  onAsked: (isAsked: boolean) => void;
}

/** Offers the languages. A switch waits for consent to functional cookies, which it asks for. */
export function LanguageSwitch({ consent, onAsked }: LanguageSwitchProps) {
  const { t, i18n } = useLingui();

  /** Returns whether the language may be kept, once that is decided and on record. */
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
      onAsked(true);
      consent.send({ type: 'settings.open' });
      const isGiven = await isAllowed();
      onAsked(false);
      if (!isGiven) return;
    }
    keepLanguage(language);
    await activateLanguage(language);
  }

  return (
    <div className={styles.switch}>
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={(event) => {
          // A page that goes away takes its consent with it.
          choose(event.currentTarget.value).catch(() => {});
        }}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
