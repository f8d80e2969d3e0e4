import type { Signal } from '../signal.ts';

export const events: readonly Signal[] = [
  { name: 'Vehicle.ADAS.ABS.IsEngaged', unit: '', value: 'boolean', personal: true, origin: 'raw' },
  { name: 'Vehicle.ADAS.ESC.IsEngaged', unit: '', value: 'boolean', personal: true, origin: 'raw' },
  { name: 'Vehicle.ADAS.TCS.IsEngaged', unit: '', value: 'boolean', personal: true, origin: 'raw' },
  { name: 'Vehicle.ADAS.EBA.IsEngaged', unit: '', value: 'boolean', personal: true, origin: 'raw' },
  {
    name: 'Vehicle.ADAS.ObstacleDetection.IsWarning',
    unit: '',
    value: 'boolean',
    personal: true,
    origin: 'raw',
  },
  {
    name: 'Vehicle.ADAS.LaneDepartureDetection.IsWarning',
    unit: '',
    value: 'boolean',
    personal: true,
    origin: 'raw',
  },
];
