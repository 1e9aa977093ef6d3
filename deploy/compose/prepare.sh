#!/bin/sh
# Runs before the store and the instances: creates a random secret for the store and its buckets (folders). What exists
# stays. The first instance creates the tables, because an empty database must not meet a store with files.
set -eu
umask 077
if [ ! -s /run/vitrine/s3 ]; then
  head -c 33 /dev/urandom | base64 -w 0 >/run/vitrine/s3.new
  mv /run/vitrine/s3.new /run/vitrine/s3
fi
mkdir -p /var/lib/vitrine-files/vitrine-publico /var/lib/vitrine-files/vitrine-privado
