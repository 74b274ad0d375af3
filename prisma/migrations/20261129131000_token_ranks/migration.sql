-- migrate: outside a transaction
-- Orders of lists of tokens and markets: a page reads no more rows than it shows and skips (lib/tokens/rank-candidates).
CREATE INDEX CONCURRENTLY "token_holder_count_project_id_idx" ON "token"("holder_count", "project_id");
CREATE INDEX CONCURRENTLY "token_price_idx" ON "token"(("reserve1" / "reserve0"), "project_id") WHERE "reserve0" > 0;
CREATE INDEX CONCURRENTLY "token_liquidity_idx" ON "token"("reserve1", "project_id") WHERE "reserve1" IS NOT NULL;
CREATE INDEX CONCURRENTLY "token_progress_idx" ON "token_reading"((1 - "bonding_needed" / "bonding_target")) WHERE "bonding_target" > 0 AND "bonding_needed" IS NOT NULL;
CREATE INDEX CONCURRENTLY "token_day_volume_idx" ON "token_day"("volume");
CREATE INDEX CONCURRENTLY "token_day_moved_idx" ON "token_day"(coalesce("moved", 1));
CREATE INDEX CONCURRENTLY "market_day_volume_idx" ON "market_day"("volume");
CREATE INDEX CONCURRENTLY "market_end_time_idx" ON "market"("end_time");
CREATE INDEX CONCURRENTLY "market_paid_in_idx" ON "market"("paid_in");
