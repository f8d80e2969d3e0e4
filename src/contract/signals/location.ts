import type { Signal } from '../signal.ts';

export const location: readonly Signal[] = [
  {
    name: 'Vehicle.CurrentLocation.Latitude',
    unit: 'degrees',
    value: 'number',
    personal: true,
    origin: 'raw',
    min: -90,
    max: 90,
  },
  {
    name: 'Vehicle.CurrentLocation.Longitude',
    unit: 'degrees',
    value: 'number',
    personal: true,
    origin: 'raw',
    min: -180,
    max: 180,
  },
  {
    name: 'Vehicle.CurrentLocation.Altitude',
    unit: 'm',
    value: 'number',
    personal: true,
    origin: 'raw',
  },
  {
    name: 'Vehicle.CurrentLocation.Heading',
    unit: 'degrees',
    value: 'number',
    personal: true,
    origin: 'raw',
    min: 0,
    max: 360,
  },
  {
    name: 'Vehicle.CurrentLocation.HorizontalAccuracy',
    unit: 'm',
    value: 'number',
    personal: true,
    origin: 'raw',
  },
];
