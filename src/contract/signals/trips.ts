import type { Signal } from '../signal.ts';

export const trips: readonly Signal[] = [
  { name: 'Vehicle.Speed', unit: 'km/h', value: 'number', personal: true, origin: 'raw' },
  {
    name: 'Vehicle.AverageSpeed',
    unit: 'km/h',
    value: 'number',
    personal: true,
    origin: 'preProcessed',
  },
  { name: 'Vehicle.TraveledDistance', unit: 'm', value: 'integer', personal: true, origin: 'raw' },
  {
    name: 'Vehicle.TraveledDistanceSinceStart',
    unit: 'm',
    value: 'integer',
    personal: true,
    origin: 'raw',
  },
  { name: 'Vehicle.TripDuration', unit: 's', value: 'number', personal: true, origin: 'raw' },
  { name: 'Vehicle.TripMeterReading', unit: 'm', value: 'integer', personal: true, origin: 'raw' },
];
