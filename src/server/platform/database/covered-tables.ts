export interface CoveredTable {
  /**
   * Columns of a unique key. It must contain no personal data, because the chain keeps it for ever,
   * and must never change, because the audit would miss the old row.
   */
  key: readonly [string, ...string[]];
  except?: readonly string[];
}

/** Tables that releases after 1.0.0 cover. Their rows are recorded at the first start. */
const coveredLater = {
  company_identity: { key: ['account_id', 'issuer'] },
  earlier_record: { key: ['id'] },
  desk_setting: { key: ['name'] },
  held_report: { key: ['name'], except: ['checked_at', 'damaged_at'] },
  installation: { key: ['id'] },
  lead_nomination: { key: ['id'] },
  letter_template: { key: ['id'] },
  series_object: { key: ['id'], except: ['checked_at', 'damaged_at'] },
  /** The VIN decides to which vehicle, and so to whose account, the maker's live values go. */
  vehicle: { key: ['id'] },
} as const satisfies Record<string, CoveredTable>;

export const tablesCoveredLater = Object.keys(coveredLater) as (keyof typeof coveredLater)[];

/**
 * Tables whose changes are recorded in the chain. Columns that a later migration adds must be
 * nullable: digests omit nulls, so the digests of existing rows remain valid.
 */
export const coveredTables: Readonly<Record<string, CoveredTable>> = {
  ...coveredLater,
  account: { key: ['id'], except: ['language', 'mails_hourly'] },
  application: { key: ['number'] },
  audit_entry: { key: ['seq'] },
  authority_notice: { key: ['application_number'] },
  body_notice: { key: ['id'] },
  dispute: { key: ['id'] },
  erasure_notice: { key: ['application_number'] },
  history_entry: { key: ['application_number', 'revision'] },
  live_grant: { key: ['id'] },
  live_token: { key: ['id'], except: ['last_used_at', 'last_network'] },
  note: { key: ['id'] },
  opinion: { key: ['question_id'] },
  passkey: { key: ['id'] },
  past_authority_notice: { key: ['id'] },
  quote: { key: ['id'] },
  recipient: { key: ['application_number'] },
  recipient_file: { key: ['name'], except: ['checked_at', 'damaged_at'] },
  recovery_code: { key: ['account_id', 'digest'] },
  report: {
    key: ['application_number'],
    except: ['checked_at', 'damaged_at', 'package_checked_at', 'package_damaged_at'],
  },
  second_factor: { key: ['account_id'] },
  stored_file: { key: ['id'], except: ['checked_at', 'damaged_at'] },
  supplement: { key: ['application_number', 'revision'] },
  vehicle_link: { key: ['id'] },
};
