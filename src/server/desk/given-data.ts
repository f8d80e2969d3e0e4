import type { Kysely } from 'kysely';
import { extentIn } from '#contract/delivery-extent.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { statesWith } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import type { Schema } from '#server/platform/store/schema.ts';

type Given = DataOf<typeof endpoints.deskApplication>['alreadyGiven'][number];

/** Given data looked through for one request; Art. 18(2)(b) needs to know of one only. */
const LOOKED_THROUGH = 1000;

/**
 * The same data that another public-sector body was given and did not report erased: a ground to
 * decline (Art. 18(2)(b)). The same: a data type in common, and times that overlap.
 */
export async function alreadyGiven(
  db: Kysely<Schema>,
  application: Pick<Schema['application'], 'kind' | 'form_json' | 'requester_id'>,
): Promise<Given[]> {
  if (application.kind !== 'public') return [];
  const asked = publicForms.read(application.form_json);
  const rows = await selectGiven(db)
    .where('requester_id', '!=', application.requester_id)
    .where('erasure_notice.at', 'is', null)
    .orderBy('application.updated_at', 'desc')
    .limit(LOOKED_THROUGH)
    .execute();
  return rows.map(givenOf).filter((given) => overlaps(given, asked));
}

/** Approved requests of public-sector bodies, with the notice of erasure where there is one. */
export function selectGiven(db: Kysely<Schema>) {
  return db
    .selectFrom('application')
    .leftJoin('erasure_notice', 'erasure_notice.application_number', 'application.number')
    .leftJoin('history_entry as approval', (join) =>
      join
        .onRef('approval.application_number', '=', 'application.number')
        .on('approval.event', '=', 'data.approve'),
    )
    .select(['application.number', 'application.form_json', 'application.updated_at'])
    .select('approval.facts_json as approval')
    .where('application.kind', '=', 'public')
    .where('application.state', 'in', statesWith('downloadable'));
}

/**
 * Data given: in the extent of the approval, or all that was asked for where it has none. An approved
 * application does not change any more: it was touched last then.
 */
export function givenOf(row: {
  number: string;
  form_json: string;
  updated_at: number;
  approval: string | null;
}): Given {
  const { departmentName = null, ...asked } = publicForms.read(row.form_json);
  const { dataTypes, from = null, to = null } = extentIn(row.approval) ?? asked;
  return {
    applicationNumber: row.number,
    departmentName,
    dataTypes,
    from,
    to,
    approvedAt: row.updated_at,
  };
}

/** A time that was not given has no bound. */
function overlaps(given: Given, asked: StoredPublicForm): boolean {
  const isBefore = (from?: string | null, to?: string | null) =>
    !from || !to || Date.parse(from) < Date.parse(to);
  return (
    given.dataTypes.some((type) => asked.dataTypes.includes(type)) &&
    isBefore(given.from, asked.to) &&
    isBefore(asked.from, given.to)
  );
}
