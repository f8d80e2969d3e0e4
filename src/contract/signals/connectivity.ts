import type { Signal } from '../signal.ts';

export const connectivity: readonly Signal[] = [
  {
    name: 'Vehicle.Connectivity.IsConnectivityAvailable',
    unit: '',
    value: 'boolean',
    personal: false,
    origin: 'raw',
  },
];
