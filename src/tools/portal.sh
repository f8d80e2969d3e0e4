#!/bin/sh
# Runs a command of the portal; `portal --help` lists them. A release has this file as bin/portal.
root=$(dirname "$(readlink -f "$0")")
while [ ! -f "$root/package.json" ]; do root=$(dirname "$root"); done
node="$root/node_modules/.bin/node"
[ -x "$node" ] || node=node
# As the npm script `start`.
[ "$1" = start ] && memory='--max-semi-space-size=8 --heap-growing-percent=40'
# Lowers the peak memory of 2 million rows from 430 MB to 310-340 MB.
[ "$1" = import ] && memory='--max-semi-space-size=4'
# shellcheck disable=SC2086
exec "$node" $memory -r "$root/src/server/require-node.cjs" "$root/src/tools/portal.ts" "$@"
