#!/bin/sh
# A base backup of compose.yaml's PostgreSQL, checked, beside the log that the server stores since:
#   docker compose exec -u postgres postgres sh /deploy/backup.sh
# The newest seven stay (KEEP), and the log since the oldest of them.
set -eu
export LC_ALL=C
folder=${BACKUP_FOLDER:-/backup}
draft=$folder/base/draft

rm -rf "$draft"
pg_basebackup --username="$POSTGRES_USER" --checkpoint=fast --pgdata="$draft"
pg_verifybackup --quiet "$draft"
# When it was complete, as `npm run backup` names its own.
mv "$draft" "$folder/base/$(date -u +%Y-%m-%dT%H-%M-%SZ)"

cd "$folder/base"
find . -maxdepth 1 -name '*Z' | sort | head -n "-${KEEP:-7}" | xargs -r rm -rf
oldest=$(find . -maxdepth 1 -name '*Z' | sort | head -n 1)
pg_archivecleanup "$folder/wal" "$(sed -n 's/^START WAL LOCATION.*(file \(.*\))$/\1/p' "$oldest/backup_label")"
