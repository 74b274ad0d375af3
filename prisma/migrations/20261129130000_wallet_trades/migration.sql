-- What a wallet has traded, so that no answer counts its trades.

-- CreateTable
CREATE TABLE "wallet_trades" (
    "wallet" TEXT NOT NULL,
    "buys" INTEGER NOT NULL,
    "sells" INTEGER NOT NULL,
    "volume" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "wallet_trades_pkey" PRIMARY KEY ("wallet")
);

-- Without legs of routes. Writers of trades hold one lock: in the order of wallets none waits for another even without it.
CREATE FUNCTION count_wallet_trades() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO wallet_trades AS kept (wallet, buys, sells, volume)
    SELECT "user", count(*) FILTER (WHERE type IN (0, 2)), count(*) FILTER (WHERE type IN (1, 3)), sum(amount_usdc)
    FROM fresh WHERE NOT routing_leg GROUP BY 1 ORDER BY 1
    ON CONFLICT (wallet) DO UPDATE SET buys = kept.buys + excluded.buys, sells = kept.sells + excluded.sells,
      volume = kept.volume + excluded.volume;
  ELSE
    UPDATE wallet_trades kept SET buys = kept.buys - lost.buys, sells = kept.sells - lost.sells,
      volume = kept.volume - lost.volume
    FROM (
      SELECT "user", count(*) FILTER (WHERE type IN (0, 2)) AS buys, count(*) FILTER (WHERE type IN (1, 3)) AS sells,
        sum(amount_usdc) AS volume
      FROM gone WHERE NOT routing_leg GROUP BY 1 ORDER BY 1
    ) lost
    WHERE kept.wallet = lost."user";
    DELETE FROM wallet_trades WHERE buys + sells = 0 AND wallet IN (SELECT "user" FROM gone);
  END IF;
  RETURN NULL;
END $$;

-- The triggers first: whoever stores trades meanwhile waits for the end of this migration.
CREATE TRIGGER "trade_added" AFTER INSERT ON "trade" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_wallet_trades();
CREATE TRIGGER "trade_removed" AFTER DELETE ON "trade" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_wallet_trades();

INSERT INTO "wallet_trades" ("wallet", "buys", "sells", "volume")
SELECT "user", count(*) FILTER (WHERE "type" IN (0, 2)), count(*) FILTER (WHERE "type" IN (1, 3)), sum("amount_usdc")
FROM "trade" WHERE NOT "routing_leg" GROUP BY 1;
