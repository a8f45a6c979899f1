#!/bin/sh
# The command of an installed release: begins the Node that was installed with it, in this very process, so that whoever started it (systemd,
# a container) has the service itself to signal, and no second Node waits beside it.
self=$(readlink -f -- "$0") || self=$0
home=${self%/bin/*}
# npm puts what a package needs inside of it, or beside it.
for node in "$home"/node_modules/node-*/bin/node "${home%/*}"/node-*/bin/node; do
  [ -x "$node" ] && exec "$node" "$home/bin/vertice.js" "$@"
done
exec node "$home/bin/vertice.js" "$@"
