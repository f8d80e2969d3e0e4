import { profiles } from './mapping.ts';

const known = Object.entries(profiles)
  .map(
    ([name, { title, leaveOut }]) =>
      `      ${name}: ${title}\n        left out: ${leaveOut?.join(', ')}`,
  )
  .join('\n');

export const help = `Imports a vehicle's signals from a table and links the vehicle to accounts.

  portal import --file drive.csv --vin VF1ACVYB012345678 --account owner@example.eu \\
    --name "Twizy" --timezone Africa/Casablanca --profile twizy

  --file FILE         CSV with a heading row, JSON Lines (.jsonl, .ndjson) or Parquet (.parquet);
                      text may be compressed with gzip; can be repeated
  --dry-run           read the files and show the first rows, without storing them
  --undo              undo the imports of these files: their data are no longer delivered
  --replace FILE      import --file and undo the import of FILE in the same transaction
  --vin VIN           VIN of 17 characters; an unknown vehicle is created
  --name NAME         name of the vehicle in lists
  --account ADDRESS   link the vehicle to this account; can be repeated; a vehicle with data needs
                      no --file
  --linked-from TIME  start of the link, in ISO 8601 with an offset or Z; only data recorded during
                      the link are delivered (default: no start, or unchanged)
  --linked-until TIME end of the link, exclusive, for example when the vehicle was sold
  --on-behalf-of ADDRESS
                      the accounts belong to third parties that act for this user; their link
                      ends when the user's link ends
  --attribute S=V     value of a signal without a time, such as
                      Vehicle.VehicleIdentification.Model=Twizy
  --map COLUMN=S      the column contains the VSS signal S; columns named like a signal
                      of the catalogue need no --map
                      a unit at the end of a heading is converted, such as
                      Speed [mph] or speed_mph; COLUMN=S[mph] states the unit of a column
  --leave-out COLUMN  a column without vehicle data
  --leave-out-others  leave out all columns without a known signal; the summary names them
  --empty TEXT        a text that means no value, such as NaN, null or N/A; can be repeated;
                      upper and lower case are the same; --empty=- for a dash
  --out-of-range WHICH
                      for a number outside its signal's range, a position at 0, 0, or a whole number
                      beyond 2^53 that would be rounded: refuse (default; stops the import), empty
                      (omit the value) or keep; reports show how many
  --round             round decimal fractions of signals with whole numbers; reports show how many
  --not-equipped S    the vehicle has no equipment for the signal S; reports say so
  --kept-since TIME   older data were deleted at the end of their retention; reports say so
  --mapping FILE      JSON that describes a maker's table: time, arrival, timezone, delimiter,
                      decimal, thousands, empty and encoding as the options below; timeFormat: as
                      --time-format; leaveOut: a list; long, for a
                      table with one row per value: {"signal": COLUMN, "value": COLUMN}, and
                      "unit": COLUMN if it has one; and columns, or, for «long», the signal names:
                      {"Tempo": {"signal": "Vehicle.Speed", "unit": "mph"},
                       "Gang": {"signal": "Vehicle.Powertrain.Transmission.CurrentGear",
                                "words": {"N": 0, "D": 1}}}
  --delimiter SIGN    delimiter of CSV: one character, or tab (default: ,)
  --decimal SIGN      decimal separator: . (default) or ,
  --thousands SIGN    separator of groups of three digits in numbers (default: none)
  --trim              remove spaces around the fields of CSV (default: they are part of the text)
  --encoding NAME     encoding of text: utf-8 (default), windows-1252, utf-16le …
  --profile NAME      a known file format with its columns:
${known}

Time
  --time COLUMN       the column with the time (default: Instant), in ISO 8601, such as
                      2026-03-29T10:13:45.250Z or 2026-03-29 11:13:45+01; twice for a date and a time
                      in two columns, which are read with a space between them
  --time-format F     «epoch s» (ms, us, ns), «s since TIME» for seconds since an ISO 8601 instant, or
                      a pattern such as «DD.MM.YYYY HH:mm:ss.SSS» or «MM/DD/YYYY hh:mm:ss A»; for Torque,
                      «DD-MMM-YYYY HH:mm:ss.SSS» (device time) or «ddd MMM DD HH:mm:ss Z YYYY» (GPS time)
  --date DATE         date of the first row, such as 2026-03-29, if the times have none, such as 08:00:00;
                      a time more than 12 hours earlier than in the row before is on the next day. The
                      summary counts these rows; reports say that the dates were added
  --arrival COLUMN    the column with the time at which a row arrived, in ISO 8601
  --sampling SECONDS  the nominal interval between two rows, as documented by the maker
  --device NAME       logger or other device that recorded the data; the report states it
  --timezone ZONE     IANA zone of times without an offset, such as Africa/Casablanca.
                      The zone's rules apply by the date of each row: Morocco is
                      at UTC+1, and at UTC during Ramadan (2021: 11 April to 16 May).
  --ambiguous WHICH   for a local time that occurred twice: refuse (default), earlier or later
  --impossible-date WHICH
                      for a date that does not exist, as written by loggers without a satellite
                      fix: refuse (default), or previous: use the date of the previous row if
                      that row is at most a minute earlier. The summary counts these rows.
  A local time that the clocks skipped is an error. All instants are stored in UTC. An instant before
  1990 or in the future is an error: the format or unit of the time is wrong.

Every row is validated: an unknown column, or a value that is not a number or out of range, stops
the import with exit status 1 and names the line and the column. A file is imported completely or
not at all. Importing the same file again changes nothing. Where files overlap, values that are already
stored are left out and counted; a file with another value of a signal at the same time is rejected.
Undoing the first file also removes the shared values: undo the second file and import it again to
store them. Rows with the same time keep the order of the file. An empty field has no value.

The data are stored as Parquet in DATA_DIR/series, or in the bucket of STORAGE_URL. They become
visible when a file is complete. The portal may be running.
`;
