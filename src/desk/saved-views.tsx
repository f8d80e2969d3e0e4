import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { deskViewSave } from '#contract/queue.ts';
import { call } from '#ui/calls/call.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import formStyles from '#ui/form/form.module.css';
import { TextField } from '#ui/form/text-field.tsx';
import textButton from '#ui/frame/text-button.module.css';
import { filterAddress, type QueueFilter } from './queue-filter.ts';
import styles from './queue-page.module.css';

/** The filters that somebody keeps under a name. */
export function SavedViews({ filter }: { filter: QueueFilter }) {
  const { t } = useLingui();
  const { data: views = [], reload } = useAnswer('deskViews', {});
  const [isNaming, setNaming] = useState(false);
  const here = String(filterAddress(filter));
  const shown = views.find((view) => String(filterAddress(view.filter)) === here);
  return (
    <nav className={styles.views} aria-label={t`Views`}>
      <ul>
        {views.map(({ name, filter: kept }) => (
          <li key={name}>
            <Link
              to={`?${filterAddress(kept)}`}
              aria-current={name === shown?.name ? 'true' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {shown ? (
        <button
          type="button"
          className={textButton.textButton}
          onClick={() => call('deskViewForget', { name: shown.name }).then(reload, reload)}
        >
          <Trans>Forget the view “{shown.name}”</Trans>
        </button>
      ) : (
        <button type="button" className={textButton.textButton} onClick={() => setNaming(true)}>
          <Trans>Keep this view</Trans>
        </button>
      )}
      {isNaming && (
        <Dialog title={t`Keep this view`} onClose={() => setNaming(false)}>
          <ViewName
            filter={filter}
            onKept={() => {
              setNaming(false);
              reload();
            }}
          />
        </Dialog>
      )}
    </nav>
  );
}

function ViewName({ filter, onKept }: { filter: QueueFilter; onKept: () => void }) {
  const { t } = useLingui();
  const form = useContractForm({
    schema: deskViewSave.input,
    initialValues: { name: '' },
    toInput: (values) => ({ ...values, filter }),
    words: {
      name: { prompt: t`Give the view a name`, format: t`You keep too many views already` },
    },
  });

  const keep = () =>
    form.send(async (input) => {
      await call('deskViewSave', input);
      onKept();
    });

  return (
    <CheckedForm form={form} onSubmit={keep}>
      <TextField
        form={form}
        name="name"
        label={t`Name of the view`}
        description={t`The filter of the page is kept for you under this name.`}
      />
      <div className={formStyles.actions}>
        <Button type="submit" loading={form.isSending}>
          <Trans>Keep</Trans>
        </Button>
      </div>
    </CheckedForm>
  );
}
