import { useLingui } from '@lingui/react/macro';
import {
  type CarWithGrant,
  type LiveToken,
  MAX_TOKENS_PER_VEHICLE,
  USAGE_DAYS,
} from '#contract/live/grants.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { commaOf, plainList } from '#lib/words/formats.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { formatDate, formatInstant, regional } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '#ui/messages/messages.ts';
import styles from './live-access.module.css';

export function TokenTable({ car }: { car: CarWithGrant }) {
  const { t, i18n } = useLingui();
  const { tokens } = car;
  return (
    <section className={`panel ${styles.tokens}`} aria-labelledby="live-tokens">
      <h2 id="live-tokens">
        <span>{t`Tokens`}</span>{' '}
        <span className="tag">{t`at most ${MAX_TOKENS_PER_VEHICLE} a car`}</span>
      </h2>
      {tokens.length === 0 ? (
        <p>{t`No token yet. A token lets a program of yours read this car.`}</p>
      ) : (
        <CardTable
          rows={tokens}
          keyOf={({ tokenId }) => tokenId}
          label={t`Tokens`}
          columns={[
            {
              label: t({ message: 'Name', context: 'token' }),
              cell: ({ name, prefix, createdAt }) => (
                <>
                  <span>{name}</span>
                  <small>
                    <span translate="no">{`${prefix}…`}</span>{' '}
                    <span>{formatDate(createdAt, i18n.locale)}</span>
                  </small>
                </>
              ),
            },
            {
              label: t`Data types`,
              cell: ({ dataTypes }) =>
                plainList(
                  dataTypes.map((type) => i18n._(dataTypeNames[type])),
                  regional(i18n.locale),
                ),
            },
            {
              label: t({ message: 'Ends', context: 'token' }),
              cell: (token) => (
                <>
                  {isExpired(token) && <span className="tag">{t`Expired`}</span>}
                  <span>{formatDate(token.endsAt, i18n.locale)}</span>
                </>
              ),
            },
            {
              label: t`Last use`,
              cell: ({ lastUsedAt, lastNetwork }) =>
                lastUsedAt === null ? (
                  t`not used yet`
                ) : (
                  <>
                    <span>{formatInstant(lastUsedAt, i18n.locale)}</span>
                    <small>{lastNetwork}</small>
                  </>
                ),
            },
            { label: t`Calls a day`, cell: ({ calls }) => <CallBars calls={calls} /> },
            {
              label: t({ message: 'Action', context: 'token' }),
              cell: (token) => <RevokeButton token={token} />,
            },
          ]}
        />
      )}
    </section>
  );
}

const isExpired = ({ endsAt }: LiveToken) => endsAt <= Date.now();

function RevokeButton({ token }: { token: LiveToken }) {
  const { t } = useLingui();
  const { tokenId, name } = token;
  const revoke = () => call('liveTokenRevoke', { tokenId });
  const button = (onClick: () => void) => (
    <button type="button" onClick={onClick}>
      <span>{isExpired(token) ? t`Remove` : t`Revoke`}</span>{' '}
      <span className="visually-hidden">{name}</span>
    </button>
  );
  if (isExpired(token)) return button(() => void reportDone(revoke(), t`The token is removed.`));
  return (
    <ConfirmButton
      opener={button}
      title={t`Revoke the token “${name}”?`}
      confirm={t`Revoke the token`}
      isFinal
      work={revoke}
      done={t`The token is revoked.`}
    >
      <p>{t`Programs that use this token stop receiving data within 5 seconds.`}</p>
    </ConfirmButton>
  );
}

const STEP = 6;
const HEIGHT = 28;

function CallBars({ calls }: Pick<LiveToken, 'calls'>) {
  const { t, i18n } = useLingui();
  const maxCalls = Math.max(...calls);
  if (maxCalls === 0) return <span>{t`none in ${USAGE_DAYS} days`}</span>;
  const bar = (count: number, index: number) =>
    `M${index * STEP + 2} ${HEIGHT}v-${Math.max(1, Math.round((count / maxCalls) * HEIGHT))}`;
  const number = (count: number) => formatNumber(count, i18n.locale);
  const each = calls.map(number).join(commaOf(i18n.locale));
  const [highest, today] = [number(maxCalls), number(calls.at(-1) ?? 0)];
  return (
    <span className={styles.calls}>
      <svg
        viewBox={`0 0 ${USAGE_DAYS * STEP - 2} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t`Calls on each of the last ${USAGE_DAYS} days: ${each}`}
      >
        <path d={calls.slice(0, -1).map(bar).join('')} />
        <path className={styles.today} d={bar(calls.at(-1) ?? 0, USAGE_DAYS - 1)} />
      </svg>
      <span>
        <span>{t`up to ${highest}`}</span>
        <small>{t`today ${today}`}</small>
      </span>
    </span>
  );
}
