#!/bin/sh
# On the primary: creates the replication role. The image runs this when it creates a database. For an existing one:
# docker compose … exec postgres sh /docker-entrypoint-initdb.d/allow-replication.sh
set -e

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="${REPLICATION_PASSWORD:?}" <<'SQL'
create role reeve_replication login replication password :'password';
-- What a replica that was away still finds; one that was away for longer must be copied again.
alter system set wal_keep_size = '1GB';
SQL

# “all” in the image's own lines does not include replication.
echo 'host replication reeve_replication samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --command 'select pg_reload_conf()'
