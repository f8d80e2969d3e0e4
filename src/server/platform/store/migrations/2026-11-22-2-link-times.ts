import { type Kysely, sql } from 'kysely';

/**
 * Gives every link of a vehicle to an account a beginning and an end, and the user through whom a
 * third party has it. A link from before has been there since ever and lasts: nobody kept since
 * when, and whoever had it was given all data of the vehicle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('vehicle_link_time')
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicle.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('linked_from', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('linked_until', 'bigint')
    .addColumn('on_behalf_of', 'text')
    .addPrimaryKeyConstraint('vehicle_link_time_key', ['email', 'vehicle_id', 'linked_from'])
    .execute();
  await sql`insert into vehicle_link_time (vehicle_id, email) select vehicle_id, email from vehicle_link`.execute(
    db,
  );
  await schema.dropTable('vehicle_link').execute();
  await schema.alterTable('vehicle_link_time').renameTo('vehicle_link').execute();
}
