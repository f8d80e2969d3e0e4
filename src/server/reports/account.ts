import type { MessageDescriptor } from '@lingui/core';
import type { EmptyReason } from '#server/applications/report-reasons.ts';
import type { Vehicle } from '../vehicles/vehicle-source.ts';
import type { Delivery, Gaps } from './delivery.ts';
import type { Absence, KnownNotes } from './known-notes.ts';
import type { Mask } from './masking.ts';
import type { Section } from './plain-html.ts';
import type { ReportRequest } from './report-request.ts';

/** Content of a manifest. */
export interface Account {
  request: ReportRequest;
  /** Reason for which nothing is delivered; null of a delivery. */
  emptiness: EmptyReason | null;
  /** The one vehicle; null for all of the data holder. */
  vehicle: Vehicle | null;
  /** ms since the epoch. */
  preparedAt: number;
  mask: Mask;
  /** Signals left out because they are the vehicle's new user's. */
  newUsers: ReadonlySet<string>;
  deliveries: readonly Delivery[];
  absences: ReadonlyMap<string, Absence>;
  notes: KnownNotes;
  /** None of a masked report without dates, where a silence would tell two drives' distance. */
  gaps: readonly Gaps[];
  /** The sheets or files that hold the rows. */
  parts: {
    /** Heading of the column that names them. */
    column: MessageDescriptor;
    placeOf: (delivery: Delivery) => string;
    section: Section;
  };
}
