#!/bin/sh
# Puts the data of compose.yaml's PostgreSQL back to a moment, else to the newest that was stored. The former data stays
# beside it, in a folder that says so.
#   docker compose stop
#   docker compose run --rm --no-deps -u postgres postgres sh /deploy/restore.sh 2026-01-31T12:00:00Z
#   docker compose up --detach --wait
set -eu
export LC_ALL=C
folder=${BACKUP_FOLDER:-/backup}
at=${1:-}

refuse() {
  echo "$1" >&2
  exit 1
}

# This setting takes no Z.
time=$(echo "$at" | sed 's/Z$/+00/')
limit=$(echo "${at:-9999}" | tr : -)
base=$(find "$folder/base" -maxdepth 1 -name '*Z' -exec basename {} \; | sort | awk -v limit="$limit" '$0 <= limit' | tail -n 1)
[ -n "$base" ] || refuse "No base backup in $folder/base was complete by then"
[ ! -e "$PGDATA/postmaster.pid" ] || refuse "PostgreSQL runs, or was killed: stop it, else remove $PGDATA/postmaster.pid"

[ ! -e "$PGDATA" ] || mv "$PGDATA" "$PGDATA.former-$(date -u +%Y%m%d%H%M%S)"
cp -a "$folder/base/$base" "$PGDATA"
touch "$PGDATA/recovery.signal"
# Nobody else reaches it before the end. Its new timeline is stored as well.
pg_ctl start --silent --wait --timeout=86400 --log="$PGDATA/restore.log" --options="\
  -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c hot_standby=off \
  -c archive_mode=on -c archive_library=basic_archive -c basic_archive.archive_directory='$folder/wal' \
  -c restore_command='cp $folder/wal/%f \"%p\"' \
  -c recovery_target_time='$time' -c recovery_target_action=promote" || refuse "$(tail -n 20 "$PGDATA/restore.log")"
until pg_isready --quiet --host=127.0.0.1; do
  pg_ctl status >/dev/null || refuse "$(tail -n 20 "$PGDATA/restore.log")"
  sleep 1
done
pg_ctl stop --silent
echo "Restored from the base backup of $base"
