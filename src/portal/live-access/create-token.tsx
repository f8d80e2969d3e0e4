import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { isPersonal } from '#contract/data-catalogue.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import {
  CALLS_PER_WINDOW,
  type CarWithGrant,
  liveTokenCreate,
  tokenEnds,
} from '#contract/live/grants.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { DAY } from '#lib/words/durations.ts';
import { plainList } from '#lib/words/formats.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { formatDate, regional } from '#ui/format/dates.ts';
import { copyText } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './live-access.module.css';

const defaultDataTypes: readonly DataType[] = ['status', 'battery'];

export interface NewToken {
  token: string;
  name: string;
  types: readonly DataType[];
  endsAt: number;
}

interface CreateTokenProps {
  car: CarWithGrant;
  openCars: readonly CarWithGrant[];
  created: NewToken | undefined;
  onCreated: (grantId: string, created: NewToken | undefined) => void;
}

export default function CreateToken({ created, ...form }: CreateTokenProps) {
  if (!created) return <TokenForm {...form} />;
  const forget = () => form.onCreated(form.car.grant.grantId, undefined);
  return <CreatedToken car={form.car} created={created} onDone={forget} />;
}

function TokenForm({ car, openCars, onCreated }: Omit<CreateTokenProps, 'created'>) {
  const { t, i18n } = useLingui();
  const label = t({ message: 'Name', context: 'token' });
  const form = useContractForm({
    schema: liveTokenCreate.input,
    initialValues: {
      name: '',
      grantId: car.grant.grantId,
      dataTypes: defaultDataTypes,
      ends: 'access',
    },
    toInput: (values) => values,
    words: {
      name: { label, prompt: t`Give the token a name`, control: { kind: 'line' } },
      grantId: { prompt: t`Choose a vehicle` },
      dataTypes: { prompt: t`Choose at least one data type` },
      ends: { prompt: t`Choose when the token ends` },
    },
  });
  const selectedCar =
    openCars.find(({ grant }) => grant.grantId === form.fields.values.grantId) ?? car;
  const { endsAt } = selectedCar.grant;
  const endOf = (ends: (typeof tokenEnds)[number]) => {
    const days = Number(ends);
    const until = formatDate(
      ends === 'access' ? endsAt : Math.min(endsAt, Date.now() + days * DAY),
      i18n.locale,
    );
    return ends === 'access'
      ? t`when your live access ends, ${until}`
      : t`in ${days} days, ${until}`;
  };
  const send = () =>
    form.send(async (input) => {
      const { token, endsAt: until } = await call('liveTokenCreate', input);
      const { grantId, name, dataTypes: types } = input;
      onCreated(grantId, { token, name, types, endsAt: until });
    });
  return (
    <>
      <h2>{t`Create a token`}</h2>
      <p className="soft">
        {t`A token lets a program of yours read this car. It cannot change anything.`}
      </p>
      <CheckedForm form={form} onSubmit={send}>
        <TextField
          form={form}
          name="name"
          label={label}
          description={t`For example the program that uses it`}
          autoComplete="off"
        />
        {openCars.length > 1 && (
          <ChoiceField
            form={form}
            name="grantId"
            label={t`Car`}
            choices={openCars.map(({ name, grant }) => ({ value: grant.grantId, label: name }))}
          />
        )}
        <ChoiceField
          form={form}
          name="dataTypes"
          label={t`Data types`}
          several
          choices={dataTypes.map((type) => ({
            value: type,
            label: (
              <>
                <span>{i18n._(dataTypeNames[type])}</span>
                {isPersonal(type) && <span className="tag">{t`personal data`}</span>}
              </>
            ),
          }))}
        />
        <ChoiceField
          form={form}
          name="ends"
          label={t({ message: 'Ends', context: 'token' })}
          choices={tokenEnds.map((value) => ({ value, label: endOf(value) }))}
        />
        <p>
          <Button type="submit" loading={form.isSending}>
            {t`Create the token`}
          </Button>
        </p>
      </CheckedForm>
    </>
  );
}

interface CreatedTokenProps {
  car: CarWithGrant;
  created: NewToken;
  onDone: () => void;
}

function CreatedToken({ car: { name: car, publicId }, created, onDone }: CreatedTokenProps) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  const { token, name, types, endsAt } = created;
  const until = formatDate(endsAt, i18n.locale);
  const read = plainList(
    types.map((type) => i18n._(dataTypeNames[type])),
    regional(i18n.locale),
  );
  const base = `${location.origin}/api/v1/vehicles/${publicId}`;
  const dayAgo = `${new Date(Date.now() - DAY).toISOString().slice(0, 19)}Z`;
  const lines = [
    { title: t`Latest values, each with its own time`, address: `${base}/latest`, option: '' },
    { title: t`History, as JSON Lines`, address: `${base}/history?from=${dayAgo}`, option: '' },
    { title: t`Stream of new values as they arrive`, address: `${base}/stream`, option: '-N ' },
  ];
  const permissions = [
    ['check', t`Read data of ${car} until ${until}: ${read}`],
    ['check', t`${CALLS_PER_WINDOW} calls an hour and one open stream`],
    ['stop', t`No other data and no other car. It cannot unlock, start or change anything.`],
    [
      'stop',
      t`Anybody who has the token can read these data. A revoked token stops working within 5 seconds.`,
    ],
  ] as const;
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {t`Your token “${name}”`}
      </h2>
      <Notice kind="info" title={t`Copy it now, it is shown once.`}>
        <p>{t`We keep only a fingerprint of it. If you lose it, revoke it and create another.`}</p>
      </Notice>
      <p className={styles.token} translate="no">
        {token}
      </p>
      <p>
        <Button
          leftSection={<Glyph name="copy" />}
          onClick={() => void copyText(token, t`The token is copied.`)}
        >
          {t`Copy the token`}
        </Button>
      </p>
      <h3>{t`Try it: paste a line into a terminal`}</h3>
      {lines.map(({ title, address, option }) => {
        const line = `curl ${option}-H "Authorization: Bearer ${token}" "${address}"`;
        return (
          <div key={address} className={styles.command}>
            <div className="row-apart">
              <h4>{title}</h4>
              <button type="button" onClick={() => void copyText(line, t`The line is copied.`)}>
                <Glyph name="copy" /> <span>{t`Copy`}</span>{' '}
                <span className="visually-hidden">{title}</span>
              </button>
            </div>
            <pre translate="no">
              <code>{line}</code>
            </pre>
          </div>
        );
      })}
      <h3>{t`What this token can do`}</h3>
      <ul className="plain stack stack-small">
        {permissions.map(([glyph, text]) => (
          <li key={text} className="marked">
            <Glyph name={glyph} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p>
        <Button variant="outline" onClick={onDone}>
          {t`I have copied it`}
        </Button>
      </p>
    </div>
  );
}
