import type { ReportRequest } from '#server/reports/report-request.ts';
import type { TimeRange } from '#server/vehicles/vehicle-source.ts';

/** What an owner asks for, of vehicle v1 and one range; `change` is what a test is about. */
export function reportRequest(
  range: TimeRange,
  change: Partial<ReportRequest> & Pick<ReportRequest, 'dataTypes'>,
): ReportRequest {
  return {
    applicationNumber: 'VD-20261120-4K7Q2M',
    kind: 'personal',
    vehicleId: 'v1',
    hasPeriod: true,
    ...range,
    parts: [range],
    linkEndedAt: null,
    extent: null,
    approvedAt: range.to,
    masking: null,
    language: 'en',
    holder: 'Example Motors',
    contact: 'data@example-motors.eu',
    recipient: { kind: 'requester', name: null },
    timeZone: null,
    purpose: 'ownInformation',
    sharedUntil: null,
    ...change,
  };
}
