import { type Kysely, sql } from 'kysely';

/** The tables of the first release. */
export async function up(db: Kysely<unknown>): Promise<void> {
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

/** Columns of the signals that the catalogue had then, by the kind of their values. */
const MEASURED = [
  's_vehicleidentification_year',
  's_vehicleidentification_vehicleseatingcapacity',
  's_curbweight',
  's_length',
  's_height',
  's_widthincludingmirrors',
  's_powertrain_tractionbattery_grosscapacity',
  's_powertrain_tractionbattery_netcapacity',
  's_ismoving',
  's_isbrokendown',
  's_lowvoltagebattery_currentvoltage',
  's_lowvoltagebattery_currentcurrent',
  's_exterior_airtemperature',
  's_exterior_humidity',
  's_exterior_airpressure',
  's_powertrain_transmission_currentgear',
  's_currentoverallweight',
  's_cabin_hvac_ambientairtemperature',
  's_powertrain_tractionbattery_stateofcharge_displayed',
  's_powertrain_tractionbattery_stateofcharge_current',
  's_powertrain_tractionbattery_stateofcharge_currentenergy',
  's_powertrain_tractionbattery_stateofhealth',
  's_powertrain_tractionbattery_currentvoltage',
  's_powertrain_tractionbattery_currentcurrent',
  's_powertrain_tractionbattery_currentpower',
  's_powertrain_tractionbattery_temperature_average',
  's_powertrain_tractionbattery_temperature_min',
  's_powertrain_tractionbattery_temperature_max',
  's_powertrain_tractionbattery_range',
  's_powertrain_tractionbattery_accumulatedchargedenergy',
  's_powertrain_tractionbattery_accumulatedconsumedenergy',
  's_powertrain_tractionbattery_charging_ischarging',
  's_powertrain_tractionbattery_charging_chargelimit',
  's_powertrain_tractionbattery_charging_chargerate',
  's_powertrain_tractionbattery_charging_chargecurrent_dc',
  's_powertrain_tractionbattery_charging_chargevoltage_dc',
  's_powertrain_tractionbattery_charging_timetocomplete',
  's_speed',
  's_averagespeed',
  's_traveleddistance',
  's_traveleddistancesincestart',
  's_tripduration',
  's_tripmeterreading',
  's_currentlocation_latitude',
  's_currentlocation_longitude',
  's_currentlocation_altitude',
  's_currentlocation_heading',
  's_currentlocation_horizontalaccuracy',
  's_diagnostics_dtccount',
  's_service_isservicedue',
  's_service_distancetoservice',
  's_service_timetoservice',
  's_powertrain_electricmotor_temperature',
  's_powertrain_electricmotor_speed',
  's_powertrain_electricmotor_torque',
  's_powertrain_tractionbattery_dcdc_temperature',
  's_chassis_accelerator_pedalposition',
  's_chassis_brake_pedalposition',
  's_chassis_steeringwheel_angle',
  's_driver_ishandsonwheel',
  's_driver_iseyesonroad',
  's_driver_fatiguelevel',
  's_adas_abs_isengaged',
  's_adas_esc_isengaged',
  's_adas_tcs_isengaged',
  's_adas_eba_isengaged',
  's_adas_obstacledetection_iswarning',
  's_adas_lanedeparturedetection_iswarning',
  's_connectivity_isconnectivityavailable',
] as const;

/** Of those, with words for values. */
const WORDED = [
  's_vehicleidentification_vin',
  's_vehicleidentification_licenseplate',
  's_vehicleidentification_brand',
  's_vehicleidentification_model',
  's_vehicleidentification_bodytype',
  's_vehicleidentification_vehicleexteriorcolor',
  's_vehicleidentification_productiondate',
  's_vehicleidentification_datevehiclefirstregistered',
  's_lowvoltagesystemstate',
] as const;

async function createVehicleTables(db: Kysely<unknown>): Promise<void> {
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
  for (const column of MEASURED) telemetry = telemetry.addColumn(column, sql`double precision`);
  for (const column of WORDED) telemetry = telemetry.addColumn(column, 'text');
  await telemetry.execute();
}
