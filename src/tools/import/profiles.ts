import { type ImpossibleDate, type InstantReader, usDateAndTime } from './instants.ts';
import type { LocalTimes } from './local-time.ts';

/** A column that holds a signal, with what its words stand for, if it has words. */
export interface SignalColumn {
  signal: string;
  words?: Readonly<Record<string, number>> | undefined;
  /** Unit of the column, where it is not that of the signal. */
  unit?: string | undefined;
}

/** A file format that is known by name. */
export interface Profile {
  title: string;
  instants(zone: LocalTimes | null, impossibleDate: ImpossibleDate): InstantReader;
  signals: Readonly<Record<string, SignalColumn>>;
  /** Columns that are not the vehicle's data. */
  leftOut: readonly string[];
}

export const profiles: Readonly<Record<string, Profile>> = {
  twizy: {
    title: 'RSK Twizy EV dataset (doi 10.1109/ACCESS.2022.3225643)',
    instants: (zone, impossibleDate) => usDateAndTime('Date', 'Time', zone, impossibleDate),
    signals: {
      Soc: { signal: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed' },
      Speed: { signal: 'Vehicle.Speed' },
      Mode: {
        signal: 'Vehicle.Powertrain.Transmission.CurrentGear',
        words: { N: 0, D: 1, R: -1 },
      },
      LAT: { signal: 'Vehicle.CurrentLocation.Latitude' },
      LON: { signal: 'Vehicle.CurrentLocation.Longitude' },
      ALT: { signal: 'Vehicle.CurrentLocation.Altitude' },
      Temperature: { signal: 'Vehicle.Exterior.AirTemperature' },
      Humidity: { signal: 'Vehicle.Exterior.Humidity' },
    },
    leftOut: ['GpsSpeed', 'Weather', 'WindSpeedAv', 'Traffic', 'SpeedLimit'],
  },
};
