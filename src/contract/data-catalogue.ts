import { type DataType, dataTypes } from './data-types.ts';

export type SignalValue = 'number' | 'integer' | 'boolean' | 'text';

export interface Signal {
  /** Fully qualified name in the COVESA Vehicle Signal Specification. */
  name: `Vehicle.${string}`;
  /** Unit in VSS notation; empty for none. */
  unit: string;
  value: SignalValue;
  /** True if it relates to an identifiable person (GDPR Art. 4(1)). */
  personal: boolean;
  /** `raw`: as measured; `preProcessed`: made usable by the vehicle. Derived data are out of scope. */
  origin: 'raw' | 'preProcessed';
  /** Numbers outside `min` and `max` are impossible and are rejected. */
  min?: number;
  max?: number;
  values?: readonly string[];
  /** Documented interval between two values, in ms. */
  sampling?: number;
  description?: string;
  isWithheldMasked?: boolean;
}

type SignalRow = [
  name: Signal['name'],
  unit: string,
  value: SignalValue,
  origin?: Signal['origin'],
  range?: [min: number, max: number],
];

/** Limits by unit, for signals to which VSS gives none. A speed sensor may report −1 at standstill. */
const limitsOfUnit: Readonly<Record<string, [min: number, max: number]>> = {
  percent: [0, 100],
  'km/h': [-1, 500],
  m: [0, 1e10],
  km: [-1e6, 1e6],
  mm: [0, 1e5],
  s: [-1e9, 1e9],
  V: [-10, 2000],
  A: [-1e4, 1e4],
  W: [-1e7, 1e7],
  kWh: [0, 1e8],
  Celsius: [-100, 300],
  hPa: [0, 2000],
  kg: [0, 1e6],
  degrees: [-5000, 5000],
  rpm: [-1e6, 1e6],
  Nm: [-1e6, 1e6],
};

const signalsIn = (rows: SignalRow[], personal: boolean): Signal[] =>
  rows.map(([name, unit, value, origin = 'raw', range]) => {
    const [min, max] = range ?? limitsOfUnit[unit] ?? [];
    const limits = min !== undefined && max !== undefined && { min, max };
    return { name, unit, value, personal, origin, ...limits };
  });
const personal = (rows: SignalRow[]) => signalsIn(rows, true);
const nonPersonal = (rows: SignalRow[]) => signalsIn(rows, false);

const catalogue: Record<DataType, readonly Signal[]> = {
  identity: [
    ...personal([
      ['Vehicle.VehicleIdentification.VIN', '', 'text'],
      ['Vehicle.VehicleIdentification.LicensePlate', '', 'text'],
    ]),
    ...nonPersonal([
      ['Vehicle.VehicleIdentification.Brand', '', 'text'],
      ['Vehicle.VehicleIdentification.Model', '', 'text'],
      ['Vehicle.VehicleIdentification.Year', '', 'integer'],
      ['Vehicle.VehicleIdentification.BodyType', '', 'text'],
      ['Vehicle.VehicleIdentification.VehicleExteriorColor', '', 'text'],
      ['Vehicle.VehicleIdentification.ProductionDate', 'iso8601', 'text'],
      ['Vehicle.VehicleIdentification.DateVehicleFirstRegistered', 'iso8601', 'text'],
      ['Vehicle.VehicleIdentification.VehicleSeatingCapacity', '', 'integer'],
      ['Vehicle.CurbWeight', 'kg', 'integer'],
      ['Vehicle.Length', 'mm', 'integer'],
      ['Vehicle.Height', 'mm', 'integer'],
      ['Vehicle.WidthIncludingMirrors', 'mm', 'integer'],
      ['Vehicle.Powertrain.TractionBattery.GrossCapacity', 'kWh', 'integer'],
      ['Vehicle.Powertrain.TractionBattery.NetCapacity', 'kWh', 'integer'],
    ]),
  ],
  status: nonPersonal([
    ['Vehicle.IsMoving', '', 'boolean'],
    ['Vehicle.IsBrokenDown', '', 'boolean'],
    ['Vehicle.LowVoltageSystemState', '', 'text'],
    ['Vehicle.LowVoltageBattery.CurrentVoltage', 'V', 'number'],
    ['Vehicle.LowVoltageBattery.CurrentCurrent', 'A', 'number'],
    ['Vehicle.Exterior.AirTemperature', 'Celsius', 'number', 'raw', [-100, 100]],
    ['Vehicle.Exterior.Humidity', 'percent', 'number'],
    ['Vehicle.Exterior.AirPressure', 'hPa', 'number'],
    ['Vehicle.Powertrain.Transmission.CurrentGear', '', 'integer'],
    ['Vehicle.CurrentOverallWeight', 'kg', 'integer'],
    ['Vehicle.Cabin.HVAC.AmbientAirTemperature', 'Celsius', 'number', 'raw', [-100, 100]],
  ]),
  battery: nonPersonal([
    [
      'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed',
      'percent',
      'number',
      'preProcessed',
    ],
    ['Vehicle.Powertrain.TractionBattery.StateOfCharge.Current', 'percent', 'number'],
    ['Vehicle.Powertrain.TractionBattery.StateOfCharge.CurrentEnergy', 'kWh', 'number'],
    ['Vehicle.Powertrain.TractionBattery.StateOfHealth', 'percent', 'number', 'preProcessed'],
    ['Vehicle.Powertrain.TractionBattery.CurrentVoltage', 'V', 'number'],
    ['Vehicle.Powertrain.TractionBattery.CurrentCurrent', 'A', 'number'],
    ['Vehicle.Powertrain.TractionBattery.CurrentPower', 'W', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Temperature.Average', 'Celsius', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Temperature.Min', 'Celsius', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Temperature.Max', 'Celsius', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Range', 'm', 'integer', 'preProcessed', [0, 1e7]],
    ['Vehicle.Powertrain.TractionBattery.AccumulatedChargedEnergy', 'kWh', 'number'],
    ['Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy', 'kWh', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Charging.IsCharging', '', 'boolean'],
    ['Vehicle.Powertrain.TractionBattery.Charging.ChargeLimit', 'percent', 'integer'],
    ['Vehicle.Powertrain.TractionBattery.Charging.ChargeRate', 'km/h', 'number', 'raw', [0, 1e5]],
    ['Vehicle.Powertrain.TractionBattery.Charging.ChargeCurrent.DC', 'A', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Charging.ChargeVoltage.DC', 'V', 'number'],
    ['Vehicle.Powertrain.TractionBattery.Charging.TimeToComplete', 's', 'integer', 'preProcessed'],
  ]),
  trips: personal([
    ['Vehicle.Speed', 'km/h', 'number'],
    ['Vehicle.AverageSpeed', 'km/h', 'number', 'preProcessed'],
    ['Vehicle.TraveledDistance', 'm', 'integer'],
    ['Vehicle.TraveledDistanceSinceStart', 'm', 'integer'],
    ['Vehicle.TripDuration', 's', 'number', 'raw', [0, 1e9]],
    ['Vehicle.TripMeterReading', 'm', 'integer'],
  ]),
  location: personal([
    ['Vehicle.CurrentLocation.Latitude', 'degrees', 'number', 'raw', [-90, 90]],
    ['Vehicle.CurrentLocation.Longitude', 'degrees', 'number', 'raw', [-180, 180]],
    ['Vehicle.CurrentLocation.Altitude', 'm', 'number', 'raw', [-1000, 1e4]],
    ['Vehicle.CurrentLocation.Heading', 'degrees', 'number', 'raw', [0, 360]],
    ['Vehicle.CurrentLocation.HorizontalAccuracy', 'm', 'number'],
  ]),
  diagnostics: nonPersonal([
    ['Vehicle.Diagnostics.DTCCount', '', 'integer'],
    ['Vehicle.Service.IsServiceDue', '', 'boolean'],
    ['Vehicle.Service.DistanceToService', 'km', 'number', 'preProcessed'],
    ['Vehicle.Service.TimeToService', 's', 'integer', 'preProcessed'],
    ['Vehicle.Powertrain.ElectricMotor.Temperature', 'Celsius', 'number'],
    ['Vehicle.Powertrain.ElectricMotor.Speed', 'rpm', 'number'],
    ['Vehicle.Powertrain.ElectricMotor.Torque', 'Nm', 'integer'],
    ['Vehicle.Powertrain.TractionBattery.DCDC.Temperature', 'Celsius', 'number'],
  ]),
  driver: personal([
    ['Vehicle.Chassis.Accelerator.PedalPosition', 'percent', 'integer'],
    ['Vehicle.Chassis.Brake.PedalPosition', 'percent', 'integer'],
    ['Vehicle.Chassis.SteeringWheel.Angle', 'degrees', 'integer'],
    ['Vehicle.Driver.IsHandsOnWheel', '', 'boolean'],
    ['Vehicle.Driver.IsEyesOnRoad', '', 'boolean'],
    ['Vehicle.Driver.FatigueLevel', 'percent', 'number', 'preProcessed'],
  ]),
  events: personal([
    ['Vehicle.ADAS.ABS.IsEngaged', '', 'boolean'],
    ['Vehicle.ADAS.ESC.IsEngaged', '', 'boolean'],
    ['Vehicle.ADAS.TCS.IsEngaged', '', 'boolean'],
    ['Vehicle.ADAS.EBA.IsEngaged', '', 'boolean'],
    ['Vehicle.ADAS.ObstacleDetection.IsWarning', '', 'boolean'],
    ['Vehicle.ADAS.LaneDepartureDetection.IsWarning', '', 'boolean'],
  ]),
  connectivity: nonPersonal([['Vehicle.Connectivity.IsConnectivityAvailable', '', 'boolean']]),
};

export function signalsOf(dataType: DataType): readonly Signal[] {
  return catalogue[dataType];
}

export function allSignals(): readonly Signal[] {
  return dataTypes.flatMap(signalsOf);
}

let byName: ReadonlyMap<string, Signal> | null = null;

export function signalNamed(name: string): Signal | undefined {
  byName ??= new Map<string, Signal>(allSignals().map((signal) => [signal.name, signal]));
  return byName.get(name);
}

/** Adds signals of this data holder in this process. Returns a function that removes them. */
export function addSignals(dataType: DataType, added: readonly Signal[]): () => void {
  const before = catalogue[dataType];
  const change = (signals: readonly Signal[]) => {
    catalogue[dataType] = signals;
    byName = null;
  };
  change([...before, ...added]);
  return () => change(before);
}

export function isPersonal(dataType: DataType): boolean {
  return signalsOf(dataType).some((signal) => signal.personal);
}
