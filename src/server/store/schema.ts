import type { Generated } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { FileUsage } from '#contract/common.ts';
import type { ApplicationKind, ApplicationState } from '#machines/application.machine.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import type { ReportState } from '#machines/report.machine.ts';

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
  note: NoteTable;
  presence: PresenceTable;
  saved_view: SavedViewTable;
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

interface AccountTable {
  id: string;
  email: string;
  is_reviewer: number;
  is_lead: Generated<number>;
  is_auditor: Generated<number>;
  is_analyst: Generated<number>;
  /** Language of the last sign-in; mails are written in it. */
  language: string;
  created_at: number;
}

interface SessionTable {
  /** SHA-256 of the token: who reads the database cannot sign in with it. */
  token_digest: string;
  account_id: string;
  created_at: number;
  expires_at: number;
  /** When the second factor was given in this session. */
  second_factor_at: number | null;
}

/** Staff's authenticator app; secrets are sealed under the installation's own. */
interface SecondFactorTable {
  account_id: string;
  /** Null until a code confirmed the first one. */
  secret: string | null;
  pending_secret: string | null;
  /** Step of the last code that was taken: none is taken twice. */
  last_step: number;
  wrong_tries: number;
  locked_until: number | null;
}

/** Codes that stand in for the app, each once. */
interface RecoveryCodeTable {
  account_id: string;
  digest: string;
}

/** The context of the challenge machine, one row an address. */
interface ChallengeTable {
  email: string;
  state: 'idle' | 'codeSent' | 'locked';
  digest: string | null;
  sent_at: number | null;
  wrong_tries: number;
  locked_until: number | null;
}

interface ApplicationTable {
  number: string;
  kind: ApplicationKind;
  requester_id: string;
  state: ApplicationState;
  /** Status code of the state, for lists. */
  code: number;
  revision: number;
  answer_due_at: number | null;
  submission_id: string;
  purpose: string;
  vehicle_id: string | null;
  form_json: string;
  data_request_json: string | null;
  /** What is asked for while information is required. */
  information_request: string | null;
  /** Codes of the parts that the request is about. */
  information_items: string | null;
  /** On which ground it was refused. */
  refusal_ground: RefusalGround | null;
  created_at: number;
  updated_at: number;
  /** By when somebody has to act, ms since the epoch; null once the application has ended. */
  due_at: number | null;
  /** The member of staff who has taken it. */
  assignee_id: string | null;
  /** Revision whose date a reminder was sent for; -1 before the first. */
  reminded_revision: number;
}

/** What the desk searches, in narrow rows of its own: reading them all has to be quick. */
interface ApplicationSearchTable {
  application_number: string;
  /** Number, names, addresses and VIN in lower case. */
  text: string;
}

/** What staff write to each other; never shown to the requester. */
interface NoteTable {
  id: string;
  application_number: string;
  author_id: string;
  at: number;
  text: string;
}

/** Who has an application open at the desk. */
interface PresenceTable {
  application_number: string;
  account_id: string;
  seen_at: number;
}

/** A filter of the queue that somebody keeps. */
interface SavedViewTable {
  account_id: string;
  name: string;
  filter_json: string;
}

/** A public-sector body reported that it erased what it was given (Art. 19(1)(c)). */
interface ErasureNoticeTable {
  application_number: string;
  at: number;
  recorded_by: string;
  /** YYYY-MM-DD */
  erased_on: string;
  text: string;
}

/** Written once, never changed; `hash` covers the entry and the hash before it. */
interface AuditEntryTable {
  seq: number;
  at: number;
  actor_id: string;
  /** Address of the actor at that time. */
  actor: string;
  action: AuditAction;
  application_number: string | null;
  detail: string | null;
  hash: string;
}

/** One row: the end of the chain, locked while an entry is added. */
interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
}

/** Written once, never changed; `hash` covers the entry and the hash before it. */
interface HistoryEntryTable {
  application_number: string;
  /** Revision that the event led to; 0 is the filing. */
  revision: number;
  at: number;
  actor_id: string;
  role: 'requester' | 'reviewer' | 'clock';
  event: string;
  from_state: ApplicationState | null;
  to_state: ApplicationState;
  text: string | null;
  hash: string;
}

/** One entry of a history, in the few columns that figures are counted by. */
interface StepTable {
  application_number: string;
  revision: number;
  /** Status codes of the states. */
  from_code: number;
  event: string;
  to_code: number;
  /** How long the state was stayed in that this step left, ms; null of the filing. */
  waited: number | null;
  /** How many times the application has entered that state, this one included. */
  visit: number;
  kind: ApplicationKind;
  filed_at: number;
  /** Status code of the end the application came to; -1 while it is open. */
  outcome: number;
}

/** The states an application went through: status codes, `0>1>2>3>4`. */
interface CourseTable {
  application_number: string;
  codes: string;
  kind: ApplicationKind;
  filed_at: number;
  outcome: number;
}

interface SupplementTable {
  application_number: string;
  revision: number;
  at: number;
  text: string;
  files_json: string;
}

interface StoredFileTable {
  /** Random; also the name on disk. */
  id: string;
  owner_id: string;
  /** Null until a form names the file. */
  application_number: string | null;
  usage: FileUsage;
  name: string;
  media_type: string;
  size: number;
  sha256: string;
  created_at: number;
}

interface ReportTable {
  application_number: string;
  state: ReportState;
  attempts: number;
  kept_until: number | null;
  /** Code of why there is nothing. */
  reason: string | null;
  /** Name on disk of the delivered workbook. */
  file_name: string | null;
  rows: number | null;
  size: number | null;
  sha256: string | null;
  updated_at: number;
}

/** The outbox. `body` is emptied once a mail has left by SMTP: it may hold a code or a password. */
interface MailTable {
  id: string;
  /** The Message-ID header, the same at every try. */
  message_id: string;
  recipient: string;
  language: string;
  subject: string;
  body: string;
  application_number: string | null;
  created_at: number;
  sent_at: number | null;
}

/** Work that is owed. A row is leased while somebody does it and deleted when it is done. */
interface JobTable {
  id: string;
  kind: 'mail' | 'report';
  /** Mail id or application number. */
  subject: string;
  run_at: number;
  leased_until: number | null;
  attempts: number;
  last_error: string | null;
}

interface CookieChoiceTable {
  id: string;
  functional: number;
  recorded_at: number;
}

interface VehicleTable {
  id: string;
  vin: string;
  name: string;
  /** Values of signals that do not change, by VSS name. */
  attributes_json: string;
}

interface VehicleLinkTable {
  vehicle_id: string;
  /** Address of the account in the vehicle app. */
  email: string;
}

/** One row an instant; one column a signal of the catalogue, named by `signalColumn`. */
interface TelemetryTable {
  vehicle_id: string;
  at: number;
  /** Order of rows of one instant, growing over all imports of a vehicle. */
  seq: number;
  [signal: `s_${string}`]: number | string | null;
}

/** Each file that was imported, so that none is imported twice. */
interface ImportBatchTable {
  vehicle_id: string;
  sha256: string;
  rows: number;
  imported_at: number;
}

/** The telemetry column of a signal: `Vehicle.CurrentLocation.Latitude` is `s_currentlocation_latitude`. */
export function signalColumn(name: string): `s_${string}` {
  return `s_${name
    .replace(/^Vehicle\./, '')
    .replaceAll('.', '_')
    .toLowerCase()}`;
}
