import type { MessageDescriptor } from '@lingui/core';
import type { DataType } from '#contract/data-types.ts';
import { msg } from '#lib/words/msg.ts';

/** The categories of vehicle data. */
export const dataTypeNames: Record<DataType, MessageDescriptor> = {
  identity: msg`Vehicle identity`,
  status: msg`Vehicle status`,
  battery: msg`Battery and charging`,
  trips: msg`Trips and usage`,
  location: msg`Location`,
  diagnostics: msg`Diagnostics and service`,
  driver: msg`Driver interaction`,
  events: msg`Events`,
  connectivity: msg`Connectivity`,
};
