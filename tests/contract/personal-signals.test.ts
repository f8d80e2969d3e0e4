import { expect, test } from 'vitest';
import { allSignals, isPersonal, type Signal } from '#contract/data-catalogue.ts';
import { dataTypes } from '#contract/data-types.ts';

/**
 * Signals that relate to a person who can be identified (Art. 4(1) GDPR), written by hand: identity
 * of the vehicle, places, distances, speeds, and actions of the driver.
 */
const personal = [
  'Vehicle.ADAS.ABS.IsEngaged',
  'Vehicle.ADAS.EBA.IsEngaged',
  'Vehicle.ADAS.ESC.IsEngaged',
  'Vehicle.ADAS.LaneDepartureDetection.IsWarning',
  'Vehicle.ADAS.ObstacleDetection.IsWarning',
  'Vehicle.ADAS.TCS.IsEngaged',
  'Vehicle.AverageSpeed',
  'Vehicle.Chassis.Accelerator.PedalPosition',
  'Vehicle.Chassis.Brake.PedalPosition',
  'Vehicle.Chassis.SteeringWheel.Angle',
  'Vehicle.CurrentLocation.Altitude',
  'Vehicle.CurrentLocation.Heading',
  'Vehicle.CurrentLocation.HorizontalAccuracy',
  'Vehicle.CurrentLocation.Latitude',
  'Vehicle.CurrentLocation.Longitude',
  'Vehicle.Driver.FatigueLevel',
  'Vehicle.Driver.IsEyesOnRoad',
  'Vehicle.Driver.IsHandsOnWheel',
  'Vehicle.Speed',
  'Vehicle.TraveledDistance',
  'Vehicle.TraveledDistanceSinceStart',
  'Vehicle.TripDuration',
  'Vehicle.TripMeterReading',
  'Vehicle.VehicleIdentification.LicensePlate',
  'Vehicle.VehicleIdentification.VIN',
];

/** Signals without relation to a person, written by hand. */
const ofTheThing = [
  'Vehicle.Cabin.HVAC.AmbientAirTemperature',
  'Vehicle.Connectivity.IsConnectivityAvailable',
  'Vehicle.CurbWeight',
  'Vehicle.CurrentOverallWeight',
  'Vehicle.Diagnostics.DTCCount',
  'Vehicle.Exterior.AirPressure',
  'Vehicle.Exterior.AirTemperature',
  'Vehicle.Exterior.Humidity',
  'Vehicle.Height',
  'Vehicle.IsBrokenDown',
  'Vehicle.IsMoving',
  'Vehicle.Length',
  'Vehicle.LowVoltageBattery.CurrentCurrent',
  'Vehicle.LowVoltageBattery.CurrentVoltage',
  'Vehicle.LowVoltageSystemState',
  'Vehicle.Powertrain.ElectricMotor.Speed',
  'Vehicle.Powertrain.ElectricMotor.Temperature',
  'Vehicle.Powertrain.ElectricMotor.Torque',
  'Vehicle.Powertrain.TractionBattery.AccumulatedChargedEnergy',
  'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeCurrent.DC',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeLimit',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeRate',
  'Vehicle.Powertrain.TractionBattery.Charging.ChargeVoltage.DC',
  'Vehicle.Powertrain.TractionBattery.Charging.IsCharging',
  'Vehicle.Powertrain.TractionBattery.Charging.TimeToComplete',
  'Vehicle.Powertrain.TractionBattery.CurrentCurrent',
  'Vehicle.Powertrain.TractionBattery.CurrentPower',
  'Vehicle.Powertrain.TractionBattery.CurrentVoltage',
  'Vehicle.Powertrain.TractionBattery.DCDC.Temperature',
  'Vehicle.Powertrain.TractionBattery.GrossCapacity',
  'Vehicle.Powertrain.TractionBattery.NetCapacity',
  'Vehicle.Powertrain.TractionBattery.Range',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Current',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.CurrentEnergy',
  'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed',
  'Vehicle.Powertrain.TractionBattery.StateOfHealth',
  'Vehicle.Powertrain.TractionBattery.Temperature.Average',
  'Vehicle.Powertrain.TractionBattery.Temperature.Max',
  'Vehicle.Powertrain.TractionBattery.Temperature.Min',
  'Vehicle.Powertrain.Transmission.CurrentGear',
  'Vehicle.Service.DistanceToService',
  'Vehicle.Service.IsServiceDue',
  'Vehicle.Service.TimeToService',
  'Vehicle.VehicleIdentification.BodyType',
  'Vehicle.VehicleIdentification.Brand',
  'Vehicle.VehicleIdentification.DateVehicleFirstRegistered',
  'Vehicle.VehicleIdentification.Model',
  'Vehicle.VehicleIdentification.ProductionDate',
  'Vehicle.VehicleIdentification.VehicleExteriorColor',
  'Vehicle.VehicleIdentification.VehicleSeatingCapacity',
  'Vehicle.VehicleIdentification.Year',
  'Vehicle.WidthIncludingMirrors',
];

const named = (isWanted: boolean) =>
  allSignals()
    .flatMap((signal) => (signal.personal === isWanted ? [signal.name] : []))
    .toSorted();

test('the signals of each list are as personal as the list says', () => {
  expect(named(true)).toEqual(personal);
  expect(named(false)).toEqual(ofTheThing);
});

test('no signal occurs twice', () => {
  expect(new Set(allSignals().map(({ name }) => name)).size).toBe(78);
});

test('a data type with one personal signal is personal', () => {
  expect(dataTypes.filter(isPersonal)).toEqual([
    'identity',
    'trips',
    'location',
    'driver',
    'events',
  ]);
});

test('a percentage has a range of 0 to 100, and a position is on the globe', () => {
  for (const { name, unit, min, max } of allSignals() as readonly Signal[])
    if (unit === 'percent') expect([name, min, max]).toEqual([name, 0, 100]);
  const rangeOf = (wanted: string) => {
    const { min, max } =
      (allSignals() as readonly Signal[]).find(({ name }) => name === wanted) ?? {};
    return [min, max];
  };
  expect(rangeOf('Vehicle.CurrentLocation.Latitude')).toEqual([-90, 90]);
  expect(rangeOf('Vehicle.CurrentLocation.Longitude')).toEqual([-180, 180]);
  expect(rangeOf('Vehicle.CurrentLocation.Heading')).toEqual([0, 360]);
});
