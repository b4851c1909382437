#!/bin/sh
# Starts PostgreSQL as the official image does, with the variables that the chart's demo sets.
set -eu
data=/var/lib/postgresql/15/data
if [ ! -s "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  initdb --pgdata="$data" --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" \
    --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  # No client can connect before the database exists, because this server has only a socket.
  pg_ctl --pgdata="$data" --wait --options="-c listen_addresses=''" start
  createdb --username="$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  pg_ctl --pgdata="$data" --wait --mode=fast stop
fi
exec postgres -D "$data" -c listen_addresses='*'
