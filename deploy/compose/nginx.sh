#!/bin/sh
# Starts nginx with nginx.conf, and fills in the marked lines from SITE and INSTANCES.
set -eu
tls=/etc/ssl/vitrine
# A self-signed certificate for trials, until there is a real one.
if [ ! -s "$tls/fullchain.pem" ]; then
  tls=/tmp/tls
  mkdir -p "$tls"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 825 \
    -subj "/CN=$SITE" -addext "subjectAltName=DNS:$SITE" -keyout "$tls/privkey.pem" -out "$tls/fullchain.pem"
fi
# One server for each word.
# shellcheck disable=SC2086
servers=$(printf 'server %s;' $INSTANCES)
{
  # Lower levels would log addresses with their query. The product logs its own outages.
  echo 'pid /tmp/nginx.pid; error_log stderr crit; events { worker_connections 4096; }'
  echo 'http { include /etc/nginx/mime.types;'
  for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path /tmp/$kind;"; done
  sed -e 's/#crowd //' \
    -e 's/max_size=500m/max_size=200m/' \
    -e "s/server 127\.0\.0\.1:3000;/$servers/" \
    -e "s/www\.rede\.example/$SITE/" \
    -e '/listen \[::\]/d' \
    -e "s/listen 80;/listen ${PLAIN_PORT:-80};/" \
    -e "s/listen 443 /listen ${TLS_PORT:-443} /" \
    -e "s|/etc/ssl/vitrine/|$tls/|" \
    -e 's|/var/log/nginx/vitrine.log|/dev/stdout|' \
    /opt/vitrine/deploy/nginx.conf
  echo '}'
} >/tmp/nginx.conf
nginx -t -q -c /tmp/nginx.conf
exec nginx -c /tmp/nginx.conf -g 'daemon off;'
