import { useLingui } from '@lingui/react/macro';
import { Button, Table } from '@mantine/core';
import { Link } from 'react-router-dom';
import { DRAFT_DAYS } from '#contract/limits.ts';
import type { OwnVehicles, User } from '#contract/user-info.ts';
import { DAY } from '#lib/words/durations.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { inputOf, openDraft } from '#ui/form/drafts.ts';
import { calendarDay, formatAge, formatShortDay } from '#ui/format/dates.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { NEW_APPLICATION, PUBLIC_FORM, publicSections } from '../addresses.ts';
import { askedSteps, type ChosenPurpose } from '../apply/asked-steps.ts';
import { CarPicture, useVehicle } from '../vehicles/car-card.tsx';
import { Abandon } from './application-buttons.tsx';
import styles from './application-table.module.css';

type StoredDraft = NonNullable<CallData<'draftRead'>>;

/** Returns undefined while the drafts load. */
export function useDraftRows(
  user: User | undefined,
  optionLabel: (list: 'purposes', code: string) => string,
): Elements[] | undefined {
  const { t } = useLingui();
  const silent = { silent: true };
  const ofApplication = useQuery('draftRead', { name: 'application' }, silent);
  const ofRequest = useQuery('draftRead', { name: 'public-request' }, silent);
  const drafts = [ofApplication, ofRequest];
  if (drafts.some(({ data, isLoading }) => data === undefined && isLoading)) return undefined;
  if (!user) return [];
  const vehicles = user.vehicles ?? [];
  const rows = [
    {
      draft: ofApplication.data,
      draftKey: `${user.id}:application`,
      title: t`Unfinished application`,
      form: NEW_APPLICATION,
      stepsOf: (values: ChosenPurpose, step: string) => askedSteps(values, vehicles, step),
      purposeLabel: (purpose: string) => optionLabel('purposes', purpose),
    },
    {
      draft: ofRequest.data,
      draftKey: `${user.id}:public-request`,
      title: t`Unfinished request of a public sector body`,
      form: PUBLIC_FORM,
      stepsOf: () => publicSections,
      purposeLabel: (purpose: string) => purpose,
    },
  ];
  return rows.flatMap(({ draft, ...row }) =>
    draft ? <DraftRow key={row.form} draft={draft} vehicles={vehicles} {...row} /> : [],
  );
}

interface DraftRowProps {
  draft: StoredDraft;
  draftKey: string;
  title: string;
  form: string;
  vehicles: OwnVehicles;
  stepsOf: (values: ChosenPurpose, step: string) => readonly string[];
  purposeLabel: (purpose: string) => string;
}

function DraftRow(props: DraftRowProps) {
  const { draft, draftKey, title, form, vehicles, stepsOf, purposeLabel } = props;
  const { t, i18n } = useLingui();
  const input = inputOf(draft.content);
  const values = (input?.values ?? {}) as ChosenPurpose;
  const { purpose, vehicle } = values;
  const vehicleId = vehicle?.vehicleId || null;
  const { data } = useVehicle(vehicleId);
  const car = vehicles.find((each) => each.vehicleId === vehicleId)?.name ?? data?.name;
  const age = formatAge(draft.savedAt, i18n.locale);
  const lastDay = calendarDay(new Date(draft.savedAt + DRAFT_DAYS * DAY));
  const until = formatShortDay(lastDay, i18n.locale);
  const address = input?.place?.startsWith(form) ? input.place : form;
  const place = address.slice(form.length + 1);
  const steps = stepsOf(values, place);
  const count = steps.length;
  const step = steps.indexOf(place || (steps[0] ?? '')) + 1;
  return (
    <Table.Tr data-draft>
      <Table.Th scope="row">
        <div className={styles.named}>
          {vehicleId && <CarPicture car={data} />}
          <div>
            <Link to={address}>{title}</Link>
            <small>{car ? t`${car}, not sent` : t`Not sent`}</small>
          </div>
        </div>
      </Table.Th>
      <Table.Td data-empty>–</Table.Td>
      <Table.Td data-empty={!purpose || undefined}>
        {purpose ? purposeLabel(purpose) : '–'}
      </Table.Td>
      <Table.Td>
        <span className="tag">
          {input?.place && step > 0 ? t`Draft, step ${step} of ${count}` : t`Draft`}
        </span>
        <small>{t`Saved ${age}, kept until ${until}`}</small>
      </Table.Td>
      <Table.Td>
        <div className={styles.actions}>
          <Button size="sm" variant="outline" component={Link} to={address}>{t`Continue`}</Button>
          <Abandon
            opener={(ask) => (
              <MoreMenu
                label={t`More for the draft`}
                actions={[{ label: t`Delete the draft`, onClick: ask }]}
              />
            )}
            work={() => openDraft(draftKey).forget({ silent: false })}
          />
        </div>
      </Table.Td>
    </Table.Tr>
  );
}
