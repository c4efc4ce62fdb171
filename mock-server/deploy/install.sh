#!/bin/bash
# Puts the files of a server with PostgreSQL, two processes, Caddy and Prometheus in place, as OPERATIONS.md describes:
#   bash install.sh HOST
# HOST is the name under which players find it. An existing /etc/inkling.env stays as it is. DESTDIR is put before each path.
set -euo pipefail

host=${1:?Give the host name for players, such as inkling.example}
from=$(cd "$(dirname "$0")/.." && pwd)
etc=${DESTDIR-}/etc

id inkling > /dev/null 2>&1 || useradd --system --home-dir /var/lib/inkling --shell /usr/sbin/nologin inkling

if [ ! -e "$etc/inkling.env" ]; then
  install -m 600 "$from/deploy/inkling-database.env" "$etc/inkling.env"
  sed -i -e "s/inkling.example/$host/" -e "s/^ADMIN_KEY=$/&$(openssl rand -hex 24)/" -e "s/^METRICS_KEY=$/&$(openssl rand -hex 24)/" "$etc/inkling.env"
fi
install -m 644 "$from"/deploy/*.service "$from"/deploy/*.timer "$etc/systemd/system/"
install -m 644 "$from/deploy/Caddyfile" "$etc/caddy/Caddyfile"
install -D -m 644 "$from/deploy/caddy.conf" "$etc/systemd/system/caddy.service.d/inkling.conf"
sed -i "s/inkling.example/$host/" "$etc/systemd/system/caddy.service.d/inkling.conf"
install -m 644 "$from/monitoring/alerts.yaml" "$etc/prometheus/alerts.yaml"
install -m 644 "$from/monitoring/prometheus.yaml" "$etc/prometheus/prometheus.yml"
sed -n 's/^METRICS_KEY=//p' "$etc/inkling.env" | install -m 600 -o prometheus /dev/stdin "$etc/prometheus/inkling.key"
systemctl daemon-reload
