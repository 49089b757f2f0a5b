#!/bin/sh
# On the replica: copies the primary where nothing is here yet, then follows it.
set -eu

if [ ! -e "$PGDATA/PG_VERSION" ]; then
  # Beside its place until it is whole: a copy that was interrupted is begun again.
  copy="$PGDATA.copy"
  rm -rf "$copy"
  PGPASSWORD="${REPLICATION_PASSWORD:?}" pg_basebackup --host postgres --username reeve_replication \
    --pgdata "$copy" --wal-method stream --checkpoint fast --write-recovery-conf
  mv -T "$copy" "$PGDATA"
fi

exec "$@"
