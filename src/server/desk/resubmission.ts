import type { Kysely } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { statesWith } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { changedAnswers } from '#server/applications/answers.ts';
import { type ApplicationRow, isOfRequester } from '#server/applications/application-row.ts';
import type { Schema } from '#server/platform/database/schema.ts';

const MAX_COMPARED = 20;

type Resubmission = DataOf<typeof endpoints.deskApplication>['resubmission'];

/**
 * Compares fields and files with the requester's latest earlier application that the data holder
 * ended: for the same vehicle, or with the same type and purpose if a public-sector body filed it.
 * Returns null without one.
 */
export async function changedSince(db: Kysely<Schema>, row: ApplicationRow): Promise<Resubmission> {
  const ended = db
    .selectFrom('application')
    .where(isOfRequester(row))
    .where('kind', '=', row.kind)
    .$if(row.kind === 'personal', (query) => query.where('vehicle_id', '=', row.vehicle_id))
    .$if(row.kind === 'public', (query) => query.where('purpose', '=', row.purpose))
    .where('state', 'in', statesWith('endedByHolder'))
    .where('created_at', '<', row.created_at)
    .orderBy('created_at', 'desc')
    .limit(MAX_COMPARED);
  const [refused, files] = await Promise.all([
    ended.select(['number', 'kind', 'form_json', 'data_request_json']).execute(),
    db
      .selectFrom('stored_file')
      .select(['application_number', 'name', 'sha256'])
      .where(({ or, eb }) =>
        or([
          eb('application_number', '=', row.number),
          eb('application_number', 'in', ended.select('number')),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  const typeOf = ({ form_json }: Pick<ApplicationRow, 'form_json'>) =>
    publicForms.read(form_json).type;
  const earlier = refused.find(
    (application) => row.kind === 'personal' || typeOf(application) === typeOf(row),
  );
  if (!earlier) return null;

  const [old, now] = [earlier, row].map(({ number }) =>
    files.filter(({ application_number }) => application_number === number),
  ) as [typeof files, typeof files];
  const isIn = (files: typeof now, { sha256 }: { sha256: string }) =>
    files.some((file) => file.sha256 === sha256);
  // Data requests are compared only if both have one: the earlier may have ended without one.
  const hasRequests = [earlier, row].every(({ data_request_json }) => data_request_json !== null);
  const [before, after] = [earlier, row].map((application) =>
    hasRequests ? application : { ...application, data_request_json: null },
  ) as [typeof earlier, typeof row];
  return {
    earlier: earlier.number,
    fields: changedAnswers(before, after),
    added: now.filter((file) => !isIn(old, file)).map(({ name }) => name),
    removed: old.filter((file) => !isIn(now, file)).map(({ name }) => name),
    kept: now.filter((file) => isIn(old, file)).map(({ name }) => name),
  };
}
