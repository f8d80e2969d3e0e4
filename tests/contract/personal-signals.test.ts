import { expect, test } from 'vitest';
import { allSignals, type Signal } from '#contract/data-catalogue.ts';

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

test('exactly the listed signals are personal, among 78 distinct ones', () => {
  const names = allSignals().flatMap((signal) => (signal.personal ? [signal.name] : []));
  expect(names.toSorted()).toEqual(personal);
  expect(new Set(allSignals().map(({ name }) => name)).size).toBe(78);
  expect(allSignals()).toHaveLength(78);
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
