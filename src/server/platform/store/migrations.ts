import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { signals } from '#contract/data-catalogue.ts';
import { addDecisionTables } from '#server/platform/store/migrations/decision.ts';
import {
  addAuditSearch,
  addDeskWork,
  createAuditTables,
  createDeskSettings,
  createStaffTables,
} from '#server/platform/store/migrations/desk.ts';
import { addConformance, addFigures } from '#server/platform/store/migrations/figure.ts';
import { addOwners } from '#server/platform/store/migrations/owner.ts';
import { addQueue, addQueueOfAssignee } from '#server/platform/store/migrations/queue.ts';
import { signalColumn } from '#server/vehicles/vehicle-tables.ts';
import type { Schema } from './schema.ts';

/** Brings the tables to the newest version. Throws what the database said when a step fails. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

const migrations: Record<string, Migration> = {
  '2026-11-20-first': { up: createFirstTables },
  '2026-11-21-1-staff': { up: createStaffTables },
  '2026-11-21-2-audit': { up: createAuditTables },
  '2026-11-21-3-desk-work': { up: addDeskWork },
  '2026-11-21-4-decisions': { up: addDecisionTables },
  '2026-11-21-5-queue': { up: addQueue },
  '2026-11-21-6-audit-search': { up: addAuditSearch },
  '2026-11-21-7-figures': { up: addFigures },
  '2026-11-21-8-queue-of-assignee': { up: addQueueOfAssignee },
  '2026-11-21-9-conformance': { up: addConformance },
  '2026-11-21-9-desk-settings': { up: createDeskSettings },
  '2026-11-22-1-owners': { up: addOwners },
};

async function createFirstTables(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('account')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('is_reviewer', 'integer', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('session')
    .addColumn('token_digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('challenge')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('digest', 'text')
    .addColumn('sent_at', 'bigint')
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('locked_until', 'bigint')
    .execute();
  await schema
    .createTable('application')
    .addColumn('number', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('requester_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('code', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('answer_due_at', 'bigint')
    .addColumn('submission_id', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('vehicle_id', 'text')
    .addColumn('form_json', 'text', (c) => c.notNull())
    .addColumn('data_request_json', 'text')
    .addColumn('information_request', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('application_submission', ['requester_id', 'submission_id'])
    .execute();
  await schema
    .createIndex('application_of_requester')
    .on('application')
    .columns(['requester_id', 'created_at'])
    .execute();
  await schema
    .createIndex('application_by_state')
    .on('application')
    .columns(['state', 'updated_at'])
    .execute();
  await schema
    .createIndex('application_by_due_date')
    .on('application')
    .column('answer_due_at')
    .execute();
  await schema
    .createTable('history_entry')
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('history_entry_key', ['application_number', 'revision'])
    .execute();
  await schema
    .createTable('supplement')
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('files_json', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('supplement_key', ['application_number', 'revision'])
    .execute();
  await schema
    .createTable('stored_file')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('application_number', 'text', (c) => c.references('application.number'))
    .addColumn('usage', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('stored_file_of_application')
    .on('stored_file')
    .column('application_number')
    .execute();
  await schema
    .createTable('report')
    .addColumn('application_number', 'text', (c) => c.primaryKey().references('application.number'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('kept_until', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('file_name', 'text')
    .addColumn('rows', 'bigint')
    .addColumn('size', 'bigint')
    .addColumn('sha256', 'text')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('mail')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull().unique())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('application_number', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .execute();
  await schema.createIndex('mail_by_time').on('mail').columns(['created_at', 'id']).execute();
  await schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('leased_until', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .execute();
  await schema.createIndex('job_by_time').on('job').columns(['kind', 'run_at']).execute();
  await schema
    .createTable('cookie_choice')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('functional', 'integer', (c) => c.notNull())
    .addColumn('recorded_at', 'bigint', (c) => c.notNull())
    .execute();
  await createVehicleTables(db);
}

async function createVehicleTables(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('vehicle')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('vin', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('attributes_json', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('vehicle_link')
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicle.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('vehicle_link_key', ['vehicle_id', 'email'])
    .execute();
  await schema.createIndex('vehicle_of_address').on('vehicle_link').column('email').execute();
  await schema
    .createTable('import_batch')
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicle.id'))
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('rows', 'bigint', (c) => c.notNull())
    .addColumn('imported_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_batch_key', ['vehicle_id', 'sha256'])
    .execute();
  let telemetry = schema
    .createTable('telemetry')
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicle.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('telemetry_key', ['vehicle_id', 'at', 'seq']);
  for (const signal of signals) {
    const type = signal.value === 'text' ? 'text' : sql`double precision`;
    telemetry = telemetry.addColumn(signalColumn(signal.name), type);
  }
  await telemetry.execute();
}
