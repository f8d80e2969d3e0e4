import { profiles } from './profiles.ts';

const known = Object.entries(profiles)
  .map(
    ([name, { title, leftOut }]) =>
      `      ${name}: ${title}\n        left out: ${leftOut.join(', ')}`,
  )
  .join('\n');

export const help = `Imports a vehicle's signals from a table and links the vehicle to accounts.

  npm run import -- --file drive.csv --vin VF1ACVYB012345678 --account owner@example.eu \\
    --name "Twizy" --timezone Africa/Casablanca --profile twizy

  --file FILE         CSV with a heading row, JSON Lines (.jsonl, .ndjson) or Parquet (.parquet);
                      text may be packed by gzip; may be given several times
  --dry-run           read the files, show the first rows as they would be stored, store nothing
  --undo              take the imports of these files back: their data are served no more
  --replace FILE      import --file in the place of FILE: its import is taken back in the moment
                      in which the other is stored, or not at all
  --vin VIN           the vehicle, 17 characters; it is created when it is new
  --name NAME         what the vehicle is called in lists
  --account ADDRESS   link the vehicle to this account; may be given several times
  --linked-from TIME  since when the vehicle is linked to these accounts, in ISO 8601 with an
                      offset or Z; data are given of the time of the link only
                      (default: since ever, or as it is)
  --linked-until TIME the link ended: the vehicle was sold, say; without this instant
  --on-behalf-of ADDRESS
                      the accounts are third parties' that act for this user, and their
                      link holds no longer than the user's
  --attribute S=V     a signal that does not change, such as
                      Vehicle.VehicleIdentification.Model=Twizy
  --map COLUMN=S      the column holds the VSS signal S; columns named as a signal
                      of the catalogue need no --map
  --leave-out COLUMN  a column that is not the vehicle's data
  --out-of-range WHICH
                      a number outside its signal's range: refuse (default), empty: leave
                      it out, or keep it; reports say how many there were. A whole number beyond 2^53
                      that would be rounded is one, too
  --not-equipped S    the vehicle has no equipment for the signal S; reports say so
  --kept-since TIME   data from before were deleted in due course; reports say so
  --mapping FILE      JSON that describes a maker's own table once: time, arrival, timezone,
                      delimiter, decimal, encoding as below; timeFormat, «epoch s» (ms, us, ns) or
                      such as «DD.MM.YYYY HH:mm:ss.SSS»; leaveOut, a list; long, of a table with
                      a row for each value: {"signal": COLUMN, "value": COLUMN}; and columns,
                      or the names in that column:
                      {"Tempo": {"signal": "Vehicle.Speed", "unit": "mph"},
                       "Gang": {"signal": "Vehicle.Powertrain.Transmission.CurrentGear",
                                "words": {"N": 0, "D": 1}}}
  --delimiter SIGN    between the fields of CSV: one sign, or tab (default: ,)
  --decimal SIGN      before the decimals of a number: . (default) or ,
  --trim              blanks around the fields of CSV are no part of them; without it, blanks at the
                      edges of a text stay
  --encoding NAME     of text: utf-8 (default), windows-1252, utf-16le …
  --profile NAME      a known file format, which brings its own columns:
${known}

Time
  --time COLUMN       the column with the time (default: Instant), in ISO 8601, such as
                      2026-03-29T10:13:45.250Z or 2026-03-29T11:13:45+01:00
  --arrival COLUMN    the column with the time at which a row arrived, in ISO 8601
  --sampling SECONDS  the interval between two rows that the maker states
  --timezone ZONE     IANA zone of times without an offset, such as Africa/Casablanca.
                      The zone's own rules count for every row by its date: Morocco is
                      at UTC+1, and at UTC during Ramadan (2021: 11 April to 16 May).
  --ambiguous WHICH   a local time that the clocks showed twice: refuse (default),
                      earlier or later
  --impossible-date WHICH
                      a date that is in no calendar, as a logger writes it that lost its
                      satellite fix: refuse (default), or previous: take the date of the
                      row before, if its time is at most a minute earlier. How many rows
                      that concerns is listed at the end.
  A local time that the clocks skipped is an error. All instants are stored in UTC.

Every row is checked: a column nobody knows, a value that is no number, or is outside the
signal's range ends the import with the line and the column, exit code 1. A file is imported
whole or not at all. Importing the same file again changes nothing. Another file with a value
of a signal at an instant for which the vehicle has one already is refused. Rows of one instant keep
the file's order. An empty field is no value.

The data go where the server's settings say: as Parquet under DATA_DIR/series, which the
database names once a file is whole. A running server goes on meanwhile.
`;
