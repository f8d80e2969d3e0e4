import type { MessageDescriptor } from '@lingui/core';
import type { DataType } from '#contract/data-types.ts';
import { msg } from '#lib/words/msg.ts';

export const dataTypeDescriptions: Record<DataType, MessageDescriptor> = {
  identity: msg`What the car is: make, model, year, equipment and identification number.`,
  status: msg`Whether the car moved or stood, its gear, 12 V battery, outside temperature and the like.`,
  battery: msg`How full the battery was, how it was charged, and how well it still holds its charge.`,
  trips: msg`When, how far and how fast the car drove.`,
  location: msg`Where the car was, and in which direction it went.`,
  diagnostics: msg`Faults, when a service is due, and the motor.`,
  driver: msg`What the driver did: pedals, steering, hands on the wheel, attention.`,
  events: msg`Single moments, like an anti-lock brake or a lane warning that stepped in.`,
  connectivity: msg`When and how the car was connected to the network.`,
};

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
