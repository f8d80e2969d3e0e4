import { useLingui } from '@lingui/react/macro';
import { waitFor } from 'xstate';
import { languages } from '#contract/languages.ts';
import type { ConsentRef } from '#ui/consent/use-consent.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { activateLanguage, isLanguage, keepLanguage } from './language.ts';
import styles from './language-switch.module.css';

/** Offers the languages. A switch needs consent to functional cookies, and says so. */
export function LanguageSwitch({ consent }: { consent: ConsentRef }) {
  const { t, i18n } = useLingui();

  async function choose(language: string) {
    if (!isLanguage(language)) return;
    // What is not on record yet may turn out not to be agreed to.
    const { context } = await waitFor(consent, (snapshot) => !snapshot.matches('recording'));
    if (!context.choice?.functional) {
      showMessage({
        kind: 'notice',
        text: t`To change the language, first allow functional cookies: one of them keeps your choice.`,
      });
      consent.send({ type: 'settings.open' });
      return;
    }
    keepLanguage(language);
    await activateLanguage(language);
  }

  return (
    <div className={styles.switch}>
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={(event) => choose(event.currentTarget.value)}
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
