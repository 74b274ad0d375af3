-- Volume of each candle, in USDB; legs of routes are in no volume.
ALTER TABLE "candle" ADD COLUMN "volume" DECIMAL(78,0) NOT NULL DEFAULT 0;

UPDATE "candle" c SET "volume" = traded.volume
FROM (
    SELECT token, step, floor(extract(epoch FROM time) / step)::int * step AS bucket,
        sum(amount_usdc) AS volume
    FROM trade, unnest(ARRAY[60, 300, 900, 3600, 14400, 86400]) step
    WHERE NOT routing_leg GROUP BY token, step, bucket
) traded
WHERE c.token = traded.token AND c.interval_seconds = traded.step AND c.bucket = traded.bucket;

-- One wallet's trades of one token: own trades, those of the creator.
CREATE INDEX "trade_token_user_type_id_idx" ON "trade"("token", "user", "type", "id");

-- Large trades, one index for each size the tape can ask for: rare rows are never looked for among
-- common ones. The sizes are those of `tradeSizes` in lib/tokens/trades/schema.ts.
CREATE INDEX "trade_size_100_idx" ON "trade"("token", "type", "id")
    WHERE "amount_usdc" >= 100000000000000000000;
CREATE INDEX "trade_size_1000_idx" ON "trade"("token", "type", "id")
    WHERE "amount_usdc" >= 1000000000000000000000;
CREATE INDEX "trade_size_10000_idx" ON "trade"("token", "type", "id")
    WHERE "amount_usdc" >= 10000000000000000000000;
