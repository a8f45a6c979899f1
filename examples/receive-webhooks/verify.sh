#!/bin/sh
# Verifies a delivery that was saved byte for byte: WEBHOOK_SECRET='whsec_…' ./verify.sh 'sha256=…' < body
# Exit code: 0 genuine, 1 not genuine, 2 wrong usage. Only for a manual check: openssl takes the secret as an argument,
# which other users of the machine can see while it runs.
set -eu

if [ $# -ne 1 ] || [ -z "${WEBHOOK_SECRET:-}" ]; then
  echo "usage: WEBHOOK_SECRET='whsec_…' $0 'sha256=…' < body" >&2
  exit 2
fi

body=$(mktemp)
trap 'rm -f "$body"' EXIT
cat > "$body" # a variable would lose the line ends at its end

digest=$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r < "$body")
if [ "sha256=${digest%% *}" != "$1" ]; then
  echo 'the signature does not fit: another secret, or not the bytes that were sent' >&2
  exit 1
fi

first() { grep -o "\"$1\":\"[^\"]*\"" "$body" | head -n 1 | cut -d '"' -f 4; }
echo "$(first type) $(first id)"
