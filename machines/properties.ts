import type { Property } from '#lib/statechart/paths/properties.ts';
import { applicationProperties } from './application.properties.ts';
import { challengeProperties } from './challenge.properties.ts';
import { disputeProperties } from './dispute.properties.ts';
import { quoteProperties } from './quote.properties.ts';
import { reportProperties } from './report.properties.ts';

/** Temporal properties by the names of the catalogue. */
export const properties: Readonly<Record<string, readonly Property[]>> = {
  application: applicationProperties,
  challenge: challengeProperties,
  dispute: disputeProperties,
  quote: quoteProperties,
  report: reportProperties,
};
