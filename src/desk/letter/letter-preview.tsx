import { useLingui } from '@lingui/react/macro';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { CallInput } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import styles from './letter-preview.module.css';

const DELAY_MS = 400;

type Preview = 'deskPreview' | 'deskQuotePreview';

interface LetterPreviewProps<Name extends Preview> {
  endpoint: Name;
  form: Pick<ContractForm, 'peek' | 'rejections'>;
  about?: Partial<CallInput<Name>>;
  /** Id of the element that shows the letter in wide windows; default: the letter stays in the form. */
  place?: string;
}

/** Shows the letter as it would be sent; while the form is incomplete, the last complete letter. */
export function LetterPreview<Name extends Preview>(props: LetterPreviewProps<Name>) {
  const { endpoint, form, about, place } = props;
  const { t, i18n } = useLingui();
  const isWide = useMediaQuery('(min-width: 64em)');
  const current = form.peek();
  const missing = 'problems' in current ? current.problems : [];
  const typed = 'input' in current ? JSON.stringify({ ...Object(current.input), ...about }) : null;
  const [settled] = useDebouncedValue(typed, DELAY_MS);
  const [shown, setShown] = useState(settled);
  if (settled !== null && settled !== shown) setShown(settled);
  const { data, error, isLoading } = useQuery<Preview>(
    endpoint,
    shown === null ? null : JSON.parse(shown),
    { silent: true },
  );
  const isOutdated = typed !== shown || isLoading;
  const rejected = error && !isOutdated ? form.rejections(error) : [];
  const open = [...missing, ...rejected];
  const { recipient = '', language = 'en' } = data ?? {};
  const languageName = new Intl.DisplayNames(i18n.locale, { type: 'language' }).of(language);
  if (data?.body === '' && open.length === 0)
    return <p className="soft">{t`No e-mail is sent now`}</p>;
  const container = isWide && place ? document.getElementById(place) : null;
  const letter = (
    <section className={`stack stack-small ${styles.preview}`} aria-busy={isOutdated}>
      <div className={`row ${styles.head}`}>
        <h3>
          {missing.length > 0 && data ? t`The letter before your last change` : t`The letter`}
        </h3>
        {data && <p className="soft">{t`To ${recipient}, in ${languageName}`}</p>}
      </div>
      {open.length > 0 ? (
        <div className="soft">
          <p>{t`To complete the letter:`}</p>
          <ul>
            {open.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : (
        error && !isOutdated && <p className="soft">{error.message}</p>
      )}
      {data && 'notifiesAuthority' in data && data.notifiesAuthority && (
        <p>{t`The competent authority is notified of the decision too.`}</p>
      )}
      {data && (
        <ScrollRegion className={styles.letter} label={t`The letter`}>
          <article lang={language} {...(isOutdated && { 'data-outdated': true })}>
            <b>{data.subject}</b>
            <p>{data.body}</p>
          </article>
        </ScrollRegion>
      )}
    </section>
  );
  return container ? createPortal(letter, container) : letter;
}
