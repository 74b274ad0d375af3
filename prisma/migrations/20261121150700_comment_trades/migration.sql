-- The trades that earn comments, by trader and in chain order; purchases of shares have such an index already.
CREATE INDEX "trade_earning_idx" ON "trade" ("token", "user", "id")
  WHERE NOT "routing_leg" AND "amount_usdc" >= 5000000000000000000;
CREATE INDEX "order_event_earning_idx" ON "order_event" ("token", "buyer", "id")
  WHERE "kind" = 1 AND "usdc" >= 5000000000000000000;
