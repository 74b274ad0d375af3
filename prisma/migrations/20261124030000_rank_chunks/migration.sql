-- The order of ranks has one direction in an index, so that rows compare as a whole: -total, reached_at, wallet.
DROP INDEX "wallet_points_total_reached_at_wallet_idx";
CREATE INDEX "wallet_points_rank_idx" ON "wallet_points" ((-"total"), "reached_at", "wallet")
  INCLUDE ("total") WHERE "total" > 0;

CREATE TABLE "rank_chunk" (
    "place" BIGINT NOT NULL,
    "reached_at" TIMESTAMPTZ(3) NOT NULL,
    "wallet" TEXT NOT NULL,
    "wallets" INTEGER NOT NULL,

    CONSTRAINT "rank_chunk_pkey" PRIMARY KEY ("place","reached_at","wallet")
);

-- Puts each chunk below 250 wallets together with the one before it (the first one with the one after it), and cuts
-- each above 2,000 into equal ones of at most 1,000. To be called between statements: the counts are exact then.
CREATE FUNCTION "resize_rank_chunks"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  small rank_chunk;
  large rank_chunk;
BEGIN
  LOCK TABLE rank_chunk IN SHARE ROW EXCLUSIVE MODE;
  LOOP
    SELECT gone.* INTO small FROM rank_chunk c
    JOIN LATERAL (
      SELECT o.* FROM rank_chunk o
      WHERE (o.place, o.reached_at, o.wallet) >= (c.place, c.reached_at, c.wallet)
        AND o.place > -9223372036854775808
      ORDER BY o.place, o.reached_at, o.wallet LIMIT 1
    ) gone ON true
    WHERE c.wallets < 250 LIMIT 1;
    EXIT WHEN NOT FOUND;
    DELETE FROM rank_chunk c
      WHERE (c.place, c.reached_at, c.wallet) = (small.place, small.reached_at, small.wallet);
    UPDATE rank_chunk c SET wallets = c.wallets + small.wallets
    FROM (
      SELECT * FROM rank_chunk o
      WHERE (o.place, o.reached_at, o.wallet) < (small.place, small.reached_at, small.wallet)
      ORDER BY o.place DESC, o.reached_at DESC, o.wallet DESC LIMIT 1
    ) before
    WHERE (c.place, c.reached_at, c.wallet) = (before.place, before.reached_at, before.wallet);
  END LOOP;
  FOR large IN SELECT * FROM rank_chunk WHERE wallets > 2000 LOOP
    WITH counted AS (
      SELECT place, reached_at, wallet,
        ntile((large.wallets + 999) / 1000) OVER (ORDER BY place, reached_at, wallet) AS part
      FROM (
        SELECT -o.total AS place, o.reached_at, o.wallet FROM wallet_points o
        WHERE o.total > 0
          AND (-o.total, o.reached_at, o.wallet) >= (large.place, large.reached_at, large.wallet)
        ORDER BY -o.total, o.reached_at, o.wallet LIMIT large.wallets
      ) held
    ), parts AS (
      SELECT DISTINCT ON (part) part, place, reached_at, wallet, count(*) OVER (PARTITION BY part)::int AS wallets
      FROM counted ORDER BY part, place, reached_at, wallet
    ), first AS (
      UPDATE rank_chunk c SET wallets = parts.wallets FROM parts
      WHERE parts.part = 1
        AND (c.place, c.reached_at, c.wallet) = (large.place, large.reached_at, large.wallet)
    )
    INSERT INTO rank_chunk SELECT place, reached_at, wallet, wallets FROM parts WHERE part > 1;
  END LOOP;
END $$;

-- Counts what a statement added and removed. One writer at a time: another could move a boundary meanwhile.
CREATE FUNCTION "follow_rank_chunks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE rank_chunk IN SHARE ROW EXCLUSIVE MODE;
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM rank_chunk;
    INSERT INTO rank_chunk VALUES (-9223372036854775808, 'epoch', '', 0);
    RETURN NULL;
  END IF;
  IF TG_OP IN ('DELETE', 'UPDATE') THEN
    UPDATE rank_chunk c SET wallets = c.wallets - lost.wallets
    FROM (
      SELECT held.place, held.reached_at, held.wallet, count(*)::int AS wallets
      FROM gone g CROSS JOIN LATERAL (
        SELECT h.place, h.reached_at, h.wallet FROM rank_chunk h
        WHERE (h.place, h.reached_at, h.wallet) <= (-g.total, g.reached_at, g.wallet)
        ORDER BY h.place DESC, h.reached_at DESC, h.wallet DESC LIMIT 1
      ) held
      WHERE g.total > 0 GROUP BY 1, 2, 3
    ) lost
    WHERE (c.place, c.reached_at, c.wallet) = (lost.place, lost.reached_at, lost.wallet);
  END IF;
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    UPDATE rank_chunk c SET wallets = c.wallets + won.wallets
    FROM (
      SELECT held.place, held.reached_at, held.wallet, count(*)::int AS wallets
      FROM fresh f CROSS JOIN LATERAL (
        SELECT h.place, h.reached_at, h.wallet FROM rank_chunk h
        WHERE (h.place, h.reached_at, h.wallet) <= (-f.total, f.reached_at, f.wallet)
        ORDER BY h.place DESC, h.reached_at DESC, h.wallet DESC LIMIT 1
      ) held
      WHERE f.total > 0 GROUP BY 1, 2, 3
    ) won
    WHERE (c.place, c.reached_at, c.wallet) = (won.place, won.reached_at, won.wallet);
  END IF;
  RETURN NULL;
END $$;

-- The wallets that are there already; the first chunk has no beginning and always stays.
INSERT INTO rank_chunk
SELECT -9223372036854775808, 'epoch', '', count(*)::int FROM wallet_points WHERE total > 0;
SELECT resize_rank_chunks();

CREATE TRIGGER "wallet_points_added" AFTER INSERT ON "wallet_points" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION follow_rank_chunks();
CREATE TRIGGER "wallet_points_changed" AFTER UPDATE ON "wallet_points"
  REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION follow_rank_chunks();
CREATE TRIGGER "wallet_points_removed" AFTER DELETE ON "wallet_points" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION follow_rank_chunks();
CREATE TRIGGER "wallet_points_emptied" AFTER TRUNCATE ON "wallet_points"
  FOR EACH STATEMENT EXECUTE FUNCTION follow_rank_chunks();
