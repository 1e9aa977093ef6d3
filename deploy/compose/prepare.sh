#!/bin/sh
# Runs before the first instance: creates a random secret for the store and its buckets (folders), and migrates the
# database. Arguments replace the migration by another command. Existing data stays.
set -eu
umask 077
if [ ! -s /run/vitrine/s3 ]; then
  head -c 33 /dev/urandom | base64 -w 0 >/run/vitrine/s3.new
  mv /run/vitrine/s3.new /run/vitrine/s3
fi
mkdir -p /var/lib/vitrine-files/vitrine-publico /var/lib/vitrine-files/vitrine-privado
[ $# -gt 0 ] || set -- node build/server/cli.js migrate
exec "$@"
