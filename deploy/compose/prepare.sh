#!/bin/sh
# Before the first instance: a secret for the store that nobody needs to know, its buckets, which are folders, and the
# database as this release needs it; or, instead of that last, what it is told to do. Run again, it leaves what is there.
set -eu
umask 077
if [ ! -s /run/vitrine/s3 ]; then
  head -c 33 /dev/urandom | base64 -w 0 >/run/vitrine/s3.new
  mv /run/vitrine/s3.new /run/vitrine/s3
fi
mkdir -p /var/lib/vitrine-files/vitrine-publico /var/lib/vitrine-files/vitrine-privado
[ $# -gt 0 ] || set -- node src/server/cli.ts migrate
exec "$@"
