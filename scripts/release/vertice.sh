#!/bin/sh
# The command of an installed release: executes the Node that was installed with it, in the same process, so that
# signals of systemd or a container reach the service itself, and no second Node waits beside it.
self=$(readlink -f -- "$0") || self=$0
home=${self%/bin/*}
# npm installs dependencies inside the package or beside it.
for node in "$home"/node_modules/node-*/bin/node "${home%/*}"/node-*/bin/node; do
  [ -x "$node" ] && exec "$node" "$home/bin/vertice.js" "$@"
done
exec node "$home/bin/vertice.js" "$@"
