import { pathFormats } from '#lib/statechart/path-formats/path-formats.ts';
import { criteria, planKinds } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/scenarios.ts';

export const help = `Generates paths through the product's machines, or those of a file, that cover a criterion.

  npm run paths -- <machine|all> [options]
  npm run paths -- ./my.machine.ts [--scenario ./my.scenario.ts] [options]

  npm run --silent paths -- application --cover pairs > pairs.json
  npm run paths -- challenge --cover guards --plan shortest --format markdown
  npm run paths -- ./my.machine.ts --serve --port 8090
  npm run paths -- login --cover random --seed 7 --limit 20 --length 15 --format gherkin
  npm run paths -- application --cover negatives --format vitest --out tests/negatives.test.ts

Machines: ${Object.keys(scenarios).join(', ')}

A file is a module that exports machines of XState v5. Without a scenario every event is sent
without payload, actors are not run, and each place that is not explored for that is named on the
standard error with its state or transition.

  --cover WHAT     ${criteria.join(', ')} (default: transitions)
                   pairs: each transition after each that may come before it; --switches N
                   for chains of N + 1. guards: each guard, and each part of it, seen true and
                   false. negatives: every event that must be refused, in every state.
                   samples: every event with every payload in every state. prime: the longest
                   simple paths and cycles between states. random: drawn from the seed by the
                   weights; counts transitions.
  --plan HOW       ${planKinds.join(', ')} (default: tour)
                   tour: all in few steps and few resets. shortest: the shortest path to each.
                   state: to each place in a state, and there all at once (the default of
                   negatives in Gherkin). simple: every path that comes nowhere twice.
  --format FORMAT  ${Object.keys(pathFormats).join(', ')} (default: json)
  --out FILE       write there instead of standard output
  --schema         the JSON Schema of --format json
  --stubs          of playwright, vitest and gherkin: writes <machine>.executors.ts beside --out,
                   unless it is there: each start, event and state fails with its name until filled
                   in; for gherkin also the steps of @cucumber/cucumber that call them
  --seed N         of what is drawn (default: 1); the same seed gives the same output
  --limit N        walks of random (default: 100); simple paths, also those that prime looks
                   through (default: 20000)
  --switches N     1 to 4 (default: 1)
  --length N       moves a random walk has at most (default: 30)
  --weights FILE   JSON, how often an event happens by its type or by its name:
                   { "application.terminate": 0.1 }
  --places N       explored states of a machine at most (default: 20000; 2000 of a file)
  --check          checks the machine's temporal properties over its whole space instead, and on
                   100 random walks (--length, --seed) that keep the whole context; shows the
                   shortest walk that breaks each that does not hold
  --survey         of a file: counts every state, contexts told apart, up to --places (default:
                   1000000), and names what is never entered or taken, and dead ends with the
                   shortest walk there; events are sent without payload
  --properties FILE  a module that exports such properties; checks those
  --scenario FILE  a module that exports scenarios of the file's machines (see the README of
                   src/lib/statechart)
  --from FILE      no new plan, but the paths that an earlier plan or online run left as JSON, in
                   any format; says so where the machine goes another way now
  --serve          online: a test runner of any language asks for each step and reports on it, by
                   HTTP or WebSocket (below); prints the address
  --host, --port   of --serve (default: 127.0.0.1 and 8090; 0: any port)
  --stop-coverage, --stop-steps, --stop-seconds
                   of --serve, ends of a run: percent of what --cover wants (default: 100), events
                   sent, time; the first that comes

Calls of --serve, in JSON. A run is steered by --cover (not prime) unless its body says otherwise:

  POST   /runs             {"machine"?, "cover"?, "seed"?, "stop"?: {"coverage"? (0 to 1), "steps"?,
                           "seconds"?}, "paths"? (of an earlier run, to walk again)}: begins one
  POST   /runs/ID/next     {"turn", "action": "start", "name", "input", "expected"},
                           {"turn", "action": "send", "name", "event", "at", "refused", "effects",
                           "expected"} or {"action": "end", "reason"}; the same until its report
  POST   /runs/ID/report   {"turn", "state"?, "passed"?, "message"?}: {"passed", "failure"}; after a
                           failure the next turn starts anew, and goes round what failed
  GET    /runs/ID          what is covered and what is not, failures, steps, ms
  GET    /runs/ID/paths    what was walked, for --from and as "paths" of another run
  GET    /runs/ID/junit    the same as JUnit's XML, a case a walk
  DELETE /runs/ID          ends and forgets it
  /socket                  WebSocket, a run a connection: {"call": "begin", "next", "report" or
                           "statistics", "body"?}

Exit status: 0 all of the criterion that can be covered is, or all properties hold, or a survey finds nothing amiss; 1 not, or exploration ended
at its limit; 2 a wrong machine, option or value.
`;
