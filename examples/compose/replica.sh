#!/bin/sh
# On the replica: copies the primary if the folder is empty, then follows it.
set -eu

if [ ! -e "$PGDATA/PG_VERSION" ]; then
  # In a temporary folder until complete: an interrupted copy starts again.
  copy="$PGDATA.copy"
  rm -rf "$copy"
  PGPASSWORD="${REPLICATION_PASSWORD:?}" pg_basebackup --host postgres --username reeve_replication \
    --pgdata "$copy" --wal-method stream --checkpoint fast --write-recovery-conf
  mv -T "$copy" "$PGDATA"
fi

exec "$@"
