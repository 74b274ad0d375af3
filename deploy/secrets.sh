#!/bin/sh
# Makes the secrets of compose.yaml in the folder named, "secrets" by default: only those that are missing, readable by
# those who are in the folder. Keep a copy: with other ones the database cannot be opened and sessions are void.
set -eu
umask 077
folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

make() {
  [ -e "$1" ] || printf '%s' "$2" >"$1"
  # Mounted as it is, and read there by another user than here.
  chmod 644 "$1"
}
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

make postgres-password "$(random)"
password=$(cat postgres-password)
make database-url "postgresql://atoll:$password@pgbouncer:6432/atoll"
make database-direct-url "postgresql://atoll:$password@postgres:5432/atoll"
make pgbouncer-userlist "\"atoll\" \"$password\""
make session-secret "$(random)"
make token-encryption-key "$(random)"
