import { useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_LINE } from '#contract/limits.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { ConfirmRowButton } from '../row-button.tsx';
import { addPasskey, usePasskeyWork } from './passkey-calls.tsx';

type Passkey = CallData<'secondFactorState'>['passkeys'][number];

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t, i18n } = useLingui();
  return (
    <section className="stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t`Passkeys`}</h2>
      <p>
        {t`A passkey can be used instead of the code of the app: the fingerprint reader or PIN of this device, or a security key. It works on this site only, so nobody can trick you into revealing it.`}
      </p>
      {passkeys.length > 0 && (
        <CardTable
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            { label: t`Name of the passkey`, cell: ({ name }: Passkey) => name },
            { label: t`Added on`, cell: ({ createdAt }) => formatInstant(createdAt, i18n.locale) },
            {
              label: t`Last used`,
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? t`not used yet` : formatInstant(lastUsedAt, i18n.locale),
            },
            { label: t`Remove`, cell: (passkey) => <RemovePasskey passkey={passkey} /> },
          ]}
        />
      )}
      <AddPasskey />
    </section>
  );
}

function AddPasskey() {
  const { t } = useLingui();
  const { isBusy, run, problem } = usePasskeyWork();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const trimmedName = name.trim();
    setError(trimmedName ? undefined : t`Give the passkey a name`);
    if (!trimmedName) {
      (event.currentTarget.elements.namedItem('name') as HTMLInputElement).focus();
      return;
    }
    void run(async () => {
      await addPasskey(trimmedName);
      setName('');
      showMessage({ kind: 'notice', text: t`The passkey is added.` });
    });
  }

  return (
    <form className="stack measure" noValidate onSubmit={add}>
      {problem}
      <TextInput
        name="name"
        label={<span>{t`Name of the new passkey`}</span>}
        description={t`So that you recognize it, like “Work laptop”`}
        maxLength={MAX_LINE}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error}
      />
      <p>
        <Button type="submit" variant="default" loading={isBusy}>
          {t`Add a passkey`}
        </Button>
      </p>
    </form>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useLingui();
  return (
    <ConfirmRowButton
      about={name}
      title={t`Remove the passkey ${name}?`}
      confirm={t`Remove`}
      isFinal
      work={() => call('passkeyRemove', { id })}
      done={t`The passkey is removed.`}
    >
      <p>{t`You can no longer sign in with it. The authenticator app keeps working.`}</p>
    </ConfirmRowButton>
  );
}
