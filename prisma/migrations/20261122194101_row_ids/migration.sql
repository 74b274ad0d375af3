-- Row ids become block number x 1,000,000 + log index; they were x 100,000. A row of `tx` has its block number, which
-- shows whether the move is still to be done. Rewriting the columns rewrites each table and its indexes once; an
-- UPDATE would meet ids on their old and new places at the same time.
DO $$
DECLARE
  moved text;
  columns text;
BEGIN
  -- The lock of all writing: a follower at work finishes first.
  PERFORM pg_advisory_xact_lock(7320001);
  LOCK TABLE "tx" IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM "tx" WHERE "id" / 1000000 <> "block_number") THEN
    FOR moved, columns IN VALUES
      ('tx', 'id'),
      ('token_creation', 'id tx_id'),
      ('trade', 'id tx_id'),
      ('pool_sync', 'id tx_id'),
      ('transfer', 'id tx_id'),
      ('whitelist_event', 'id tx_id'),
      ('surge_start', 'id tx_id'),
      ('surge_end', 'id tx_id'),
      ('market_creation', 'id tx_id'),
      ('share_trade', 'id tx_id'),
      ('order_event', 'id tx_id'),
      ('market_event', 'id tx_id'),
      ('faucet_claim', 'id tx_id'),
      ('referrer_set', 'id tx_id'),
      ('token', 'sync_id first_sync_id'),
      ('whitelist_entry', 'event_id'),
      ('whitelist_removal', 'event_id'),
      ('referral', 'event_id'),
      ('candle', 'open_id close_id'),
      ('market_order', 'row_id tx_id'),
      ('creation_award', 'id')
    LOOP
      EXECUTE (
        SELECT format('ALTER TABLE %I ', moved) || string_agg(
          format('ALTER COLUMN %1$I TYPE bigint USING %1$I / 100000 * 1000000 + %1$I %% 100000', name), ', ')
        FROM unnest(string_to_array(columns, ' ')) AS name
      );
      EXECUTE format('ANALYZE %I', moved);
    END LOOP;
    RAISE NOTICE 'Row ids moved to block number x 1,000,000 + log index';
  END IF;
END $$;

-- A process of the version before would write ids of the old scheme: it is refused instead.
ALTER TABLE "tx" DROP CONSTRAINT IF EXISTS "tx_id_of_block";
ALTER TABLE "tx" ADD CONSTRAINT "tx_id_of_block" CHECK ("id" / 1000000 = "block_number");
