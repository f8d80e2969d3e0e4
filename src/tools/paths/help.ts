import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { criteria, planKinds } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/catalogue.ts';

export const help = `Generates paths through the product's machines that cover a criterion.

  npm run paths -- <machine|all> [options]

  npm run --silent paths -- application --cover pairs > pairs.json
  npm run paths -- challenge --cover guards --plan shortest --format markdown
  npm run paths -- all --cover transitions --format junit --out paths.xml
  npm run paths -- login --cover random --seed 7 --limit 20 --length 15 --format gherkin
  npm run paths -- application --cover negatives --format vitest --out tests/negatives.test.ts

Machines: ${Object.keys(scenarios).join(', ')}

  --cover WHAT     ${criteria.join(', ')} (default: transitions)
                   pairs: each transition after each that may come before it; --switches N
                   for chains of N + 1. guards: each guard, and each part of it, seen true and
                   false. negatives: every event that must be refused, in every state.
                   samples: every event with every payload in every state. prime: the longest
                   simple paths and cycles between states. random: drawn from the seed by the
                   weights; counts transitions.
  --plan HOW       ${planKinds.join(', ')} (default: tour)
                   tour: all in few steps and few resets. shortest: the shortest path to each.
                   simple: every path that comes nowhere twice.
  --format FORMAT  ${Object.keys(pathFormats).join(', ')} (default: json)
  --out FILE       write there instead of standard output
  --seed N         of what is drawn (default: 1); the same seed gives the same output
  --limit N        walks of random (default: 100); simple paths, also those that prime looks
                   through (default: 20000)
  --switches N     1 to 4 (default: 1)
  --length N       moves a random walk has at most (default: 30)
  --weights FILE   JSON, how often an event happens by its type or by its name:
                   { "application.terminate": 0.1 }
  --places N       explored states of a machine at most (default: 20000)

Exit status: 0 all of the criterion that can be covered is; 1 it is not, or exploration ended
at its limit; 2 a wrong machine, option or value.
`;
