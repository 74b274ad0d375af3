-- The log of streams has a partition for each day, which is dropped as a whole when it has expired. No row moves: the
-- table that was the log becomes the partition of all days until the day after tomorrow.
-- backfill: the block reads at most seven days of the log once, to see that they lie before that day.

-- squawk-ignore renaming-table
ALTER TABLE "stream_event" RENAME TO "stream_event_before";
ALTER TABLE "stream_event_before" DROP CONSTRAINT "stream_event_pkey";
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "stream_event_before" ADD CONSTRAINT "stream_event_before_pkey" PRIMARY KEY USING INDEX "stream_event_before_pkey";
ALTER INDEX "stream_event_cause_idx" RENAME TO "stream_event_before_cause_idx";

-- CreateTable
CREATE TABLE "stream_event" (
    "id" BIGINT NOT NULL DEFAULT nextval('stream_event_id_seq'),
    "kind" TEXT NOT NULL,
    "cause" BIGINT,
    "key" TEXT NOT NULL,
    "topics" TEXT[],
    "data" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stream_event_pkey" PRIMARY KEY ("id", "created_at")
) PARTITION BY RANGE ("created_at");

ALTER SEQUENCE "stream_event_id_seq" OWNED BY "stream_event"."id";

-- CreateIndex
CREATE INDEX "stream_event_cause_idx" ON "stream_event" USING BRIN ("cause");

-- Takes the rows of days that have no partition.
CREATE TABLE "stream_event_default" PARTITION OF "stream_event" DEFAULT;

-- A log without rows needs no partition of before.
DO $$
BEGIN
  IF EXISTS (SELECT FROM stream_event_before) THEN
    EXECUTE format('ALTER TABLE stream_event ATTACH PARTITION stream_event_before FOR VALUES FROM (minvalue) TO (%L)',
      date_trunc('day', now(), 'UTC') + interval '48 hours');
  ELSE
    DROP TABLE stream_event_before;
  END IF;
END $$;

-- Makes the partitions of the next days, and drops those whose rows have all expired. In one transaction, so that no
-- cursor counts as valid whose events are gone. It runs as the owner of the log, whoever calls it; it gives up rather
-- than let readers and writers wait behind it.
CREATE FUNCTION keep_stream_days(kept INTERVAL, ahead INTEGER) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  part RECORD;
  gone BIGINT;
  newest BIGINT;
  day TIMESTAMPTZ;
  name TEXT;
BEGIN
  FOR distance IN 0..ahead LOOP
    day := date_trunc('day', now()) + make_interval(days => distance);
    name := 'stream_event_' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(name) IS NOT NULL OR EXISTS (
      SELECT FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
      WHERE i.inhparent = 'stream_event'::regclass
        AND substring(pg_get_expr(p.relpartbound, p.oid) FROM 'FROM \(MINVALUE\) TO \(''([^'']+)''\)')::timestamptz > day
    );
    EXECUTE format('CREATE TABLE %I (LIKE stream_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    EXECUTE format('WITH moved AS (DELETE FROM stream_event_default WHERE created_at >= %L AND created_at < %L RETURNING *)
      INSERT INTO %I SELECT * FROM moved', day, day + interval '1 day', name);
    EXECUTE format('ALTER TABLE stream_event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, day, day + interval '1 day');
  END LOOP;
  WITH expired AS (DELETE FROM stream_event_default WHERE created_at < now() - kept RETURNING id)
  SELECT max(id) INTO newest FROM expired;
  -- Last, as everybody waits for the log from here to the end.
  FOR part IN
    SELECT p.oid::regclass AS name, bound.until
    FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid,
    LATERAL (SELECT substring(pg_get_expr(p.relpartbound, p.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz AS until) bound
    WHERE i.inhparent = 'stream_event'::regclass AND bound.until <= now() - kept
  LOOP
    EXECUTE format('SELECT max(id) FROM %s', part.name) INTO gone;
    newest := greatest(newest, gone);
    EXECUTE format('DROP TABLE %s', part.name);
  END LOOP;
  UPDATE stream_state SET oldest = greatest(oldest, newest) WHERE id = 1;
END $$;
