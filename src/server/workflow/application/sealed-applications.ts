import type { Kysely } from 'kysely';
import type { Value } from '#server/platform/store/audit-key.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { sealedRows } from '#server/platform/store/sealed-rows.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';

/** Applications by the columns that only their events change. */
const records = sealedRows('application', 'number', [
  'kind',
  'requester_id',
  'state',
  'code',
  'revision',
  'answer_due_at',
  'link_ended_at',
  'submission_id',
  'purpose',
  'vehicle_id',
  'form_json',
  'data_request_json',
  'information_request',
  'information_items',
  'refusal_ground',
  'created_at',
  'updated_at',
]);

const sealedOfFile = [
  'id',
  'owner_id',
  'usage',
  'name',
  'media_type',
  'size',
  'sha256',
  'created_at',
] as const;

/** Applications: form and state, the end of the history, digests of the files, supplements. */
export const sealedApplications: SealedTable = {
  kind: 'application',
  nameOf: (number) => `${number} record`,

  keysAfter: records.keysAfter,

  async read(db, numbers) {
    const contents = await records.read(db, numbers);
    const parts = await readParts(db, numbers);
    return new Map(
      Array.from(contents, ([number, content]) => [number, [...content, ...parts(number)]]),
    );
  },
};

/** The parts of applications that other tables hold, in an order that both databases have. */
async function readParts(db: Kysely<Schema>, numbers: readonly string[]) {
  const histories = await db
    .selectFrom('history_entry')
    .select(['application_number', 'hash'])
    .where('application_number', 'in', numbers)
    .orderBy('revision')
    .execute();
  const files = await db
    .selectFrom('stored_file')
    .select('application_number')
    .select(sealedOfFile)
    .where('application_number', 'in', numbers)
    .execute();
  const supplements = await db
    .selectFrom('supplement')
    .select(['application_number', 'revision', 'at', 'text', 'files_json'])
    .where('application_number', 'in', numbers)
    .orderBy('revision')
    .execute();
  const lastHash = new Map(histories.map((entry) => [entry.application_number, entry.hash]));
  const filesOf = Map.groupBy(files, (file) => file.application_number);
  const supplementsOf = Map.groupBy(supplements, (one) => one.application_number);
  return (number: string): Value[] => [
    lastHash.get(number) ?? null,
    (filesOf.get(number) ?? [])
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((file) => sealedOfFile.map((column) => file[column])),
    (supplementsOf.get(number) ?? []).map(({ revision, at, text, files_json }) => [
      revision,
      at,
      text,
      files_json,
    ]),
  ];
}
