import type { Signal } from '../signal.ts';

export const driver: readonly Signal[] = [
  {
    name: 'Vehicle.Chassis.Accelerator.PedalPosition',
    unit: 'percent',
    value: 'integer',
    personal: true,
    origin: 'raw',
    min: 0,
    max: 100,
  },
  {
    name: 'Vehicle.Chassis.Brake.PedalPosition',
    unit: 'percent',
    value: 'integer',
    personal: true,
    origin: 'raw',
    min: 0,
    max: 100,
  },
  {
    name: 'Vehicle.Chassis.SteeringWheel.Angle',
    unit: 'degrees',
    value: 'integer',
    personal: true,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Driver.IsHandsOnWheel',
    unit: '',
    value: 'boolean',
    personal: true,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Driver.IsEyesOnRoad',
    unit: '',
    value: 'boolean',
    personal: true,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Driver.FatigueLevel',
    unit: 'percent',
    value: 'number',
    personal: true,
    origin: 'preProcessed',
    min: 0,
    max: 100,
  },
];
