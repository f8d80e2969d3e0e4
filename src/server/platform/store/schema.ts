import type {
  AccountTable,
  ChallengeTable,
  CookieChoiceTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
} from '#server/platform/store/tables/account-tables.ts';
import type {
  ApplicationTable,
  HistoryEntryTable,
  StoredFileTable,
  SupplementTable,
} from '#server/platform/store/tables/application-tables.ts';
import type {
  AuditEntryTable,
  AuditHeadTable,
} from '#server/platform/store/tables/audit-tables.ts';
import type {
  ApplicationSearchTable,
  DeskSettingTable,
  ErasureNoticeTable,
  NoteTable,
  PresenceTable,
  SavedViewTable,
} from '#server/platform/store/tables/desk-tables.ts';
import type {
  CourseTable,
  DeviationTable,
  StepTable,
} from '#server/platform/store/tables/figure-tables.ts';
import type {
  ImportBatchTable,
  TelemetryTable,
  VehicleLinkTable,
  VehicleTable,
} from '#server/platform/store/tables/vehicle-tables.ts';
import type {
  JobTable,
  MailTable,
  ReportTable,
} from '#server/platform/store/tables/work-tables.ts';

/**
 * The tables. Both databases hold the same types: instants are whole milliseconds since the epoch,
 * flags are 0 or 1, `…_json` columns are JSON as text, ids are text.
 */
export interface Schema {
  account: AccountTable;
  session: SessionTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  challenge: ChallengeTable;
  application: ApplicationTable;
  application_search: ApplicationSearchTable;
  history_entry: HistoryEntryTable;
  step: StepTable;
  course: CourseTable;
  deviation: DeviationTable;
  note: NoteTable;
  presence: PresenceTable;
  saved_view: SavedViewTable;
  desk_setting: DeskSettingTable;
  erasure_notice: ErasureNoticeTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  supplement: SupplementTable;
  stored_file: StoredFileTable;
  report: ReportTable;
  mail: MailTable;
  job: JobTable;
  cookie_choice: CookieChoiceTable;
  vehicle: VehicleTable;
  vehicle_link: VehicleLinkTable;
  telemetry: TelemetryTable;
  import_batch: ImportBatchTable;
}
