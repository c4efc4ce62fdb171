#!/bin/bash
# Puts the files of a server with PostgreSQL, two processes, Caddy, Prometheus and Alertmanager in place, as OPERATIONS.md describes:
#   bash install.sh HOST MAIL
# HOST is the name under which players find it, MAIL the address for alerts and for players. After an upgrade, or with new keys in
# /etc/inkling.env, run it again: that file and those that were changed stay as they are. DESTDIR is put before each path.
set -euo pipefail

host=${1:?Give the host name for players, such as inkling.example}
mail=${2:?Give an e-mail address after the host name, such as ops@inkling.example}
case $host in
  */*)
    echo "Give the host without https:// and without a path, such as inkling.example." >&2
    exit 1
    ;;
esac
from=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR-}
etc=$root/etc
# The checksums of the files as this script wrote them.
sums=$etc/inkling.sums

# Puts a file of the package in place.
put() {
  local new to=$2
  new=$(mktemp)
  sed -e "s/ops@inkling.example/$mail/" -e "s/inkling.example/$host/" "$from/$1" > "$new"
  if [ -e "$to" ] && ! cmp --silent "$new" "$to"; then
    if ! grep --quiet "  $to$" "$sums"; then
      cp "$to" "$to.old"
      echo "$to is replaced; the old one is $to.old."
    elif ! grep "  $to$" "$sums" | sha256sum --check --status; then
      install -m 644 "$new" "$to.new"
      rm "$new"
      echo "$to was changed and stays; the new one is $to.new."
      return
    fi
  fi
  install -D -m 644 "$new" "$to"
  rm -f "$new" "$to.new"
  sed -i "\|  $to$|d" "$sums"
  sha256sum "$to" >> "$sums"
}

# Puts a key of /etc/inkling.env, which may be quoted, into a file of its own.
key() {
  sed -nE "s/^$1=([\"']?)(.*)\1$/\2/p" "$etc/inkling.env" | install -m 600 -o "$2" /dev/stdin "$3"
}

exists() {
  runuser -u postgres -- psql -Atc "select 1 from $1" | grep --quiet 1
}

install -d "$root/usr/local/bin" "$etc/prometheus"
ln -sfn "$root/opt/inkling/bin/inkling" "$root/usr/local/bin/inkling"

touch "$sums"
for file in "$from"/deploy/*.service "$from"/deploy/*.timer; do
  put "deploy/${file##*/}" "$etc/systemd/system/${file##*/}"
done
for name in caddy prometheus prometheus-alertmanager; do
  put "deploy/$name.conf" "$etc/systemd/system/$name.service.d/inkling.conf"
done
put deploy/Caddyfile "$etc/caddy/Caddyfile"
put monitoring/alerts.yaml "$etc/prometheus/alerts.yaml"
put monitoring/prometheus.yaml "$etc/prometheus/prometheus.yml"
put monitoring/alertmanager.yaml "$etc/prometheus/alertmanager.yml"

id inkling > /dev/null 2>&1 || useradd --system --home-dir /var/lib/inkling --shell /usr/sbin/nologin inkling
if [ ! -e "$etc/inkling.env" ]; then
  install -m 600 "$from/deploy/inkling-database.env" "$etc/inkling.env"
  sed -i -e "s/ops@inkling.example/$mail/" -e "s/inkling.example/$host/" \
    -e "s/^ADMIN_KEY=$/&$(openssl rand -hex 24)/" -e "s/^METRICS_KEY=$/&$(openssl rand -hex 24)/" "$etc/inkling.env"
fi
grep --quiet "^PUBLIC_URL=[\"']\?https://$host/\?[\"']\?$" "$etc/inkling.env" ||
  echo "PUBLIC_URL in $etc/inkling.env is not https://$host: correct it there if players are to find this host, and restart."
# Not for a database on another machine. /etc/inkling.env may be the copy of a lost machine's.
if grep --quiet '^DATABASE_URL=postgres://inkling@%2F' "$etc/inkling.env"; then
  exists "pg_roles where rolname = 'inkling'" || runuser -u postgres -- createuser inkling
  exists "pg_database where datname = 'inkling'" ||
    runuser -u postgres -- createdb --owner=inkling --encoding=UTF8 --template=template0 --locale=C inkling
fi
key ADMIN_KEY root "$etc/inkling.key"
key METRICS_KEY prometheus "$etc/prometheus/inkling.key"
systemctl daemon-reload
