import type { Signal } from '../signal.ts';

export const diagnostics: readonly Signal[] = [
  {
    name: 'Vehicle.Diagnostics.DTCCount',
    unit: '',
    value: 'integer',
    personal: false,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Service.IsServiceDue',
    unit: '',
    value: 'boolean',
    personal: false,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Service.DistanceToService',
    unit: 'km',
    value: 'number',
    personal: false,
    origin: 'preProcessed',
  },
  {
    name: 'Vehicle.Service.TimeToService',
    unit: 's',
    value: 'integer',
    personal: false,
    origin: 'preProcessed',
  },
  {
    name: 'Vehicle.Powertrain.ElectricMotor.Temperature',
    unit: 'Celsius',
    value: 'number',
    personal: false,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Powertrain.ElectricMotor.Speed',
    unit: 'rpm',
    value: 'number',
    personal: false,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Powertrain.ElectricMotor.Torque',
    unit: 'Nm',
    value: 'integer',
    personal: false,
    origin: 'raw',
  },
  {
    name: 'Vehicle.Powertrain.TractionBattery.DCDC.Temperature',
    unit: 'Celsius',
    value: 'number',
    personal: false,
    origin: 'raw',
  },
];
