/**
 * SQL: how many transactions have ended. While it is equal, every query that does not depend on the clock returns the
 * same rows, whichever process wrote last: a transaction adds to it when its rows become visible. Both parts are of the
 * statement's own snapshot.
 */
export const positionSql = `(
  select (pg_snapshot_xmax(snapshot)::text::numeric - (select count(*) from pg_snapshot_xip(snapshot)))::text
  from pg_current_snapshot() snapshot
)`
