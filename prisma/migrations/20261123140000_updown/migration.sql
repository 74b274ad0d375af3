-- CreateTable
CREATE TABLE "updown_start" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "contract" TEXT NOT NULL,
    "tf" SMALLINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "start_time" TIMESTAMPTZ(3) NOT NULL,
    "end_time" TIMESTAMPTZ(3) NOT NULL,
    "start_price" DECIMAL(78,0) NOT NULL,
    "seed_bonus" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "updown_start_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "updown_bet" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "contract" TEXT NOT NULL,
    "tf" SMALLINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "side" SMALLINT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "shares" DECIMAL(78,0) NOT NULL,
    "start_time" TIMESTAMPTZ(3) NOT NULL,
    "end_time" TIMESTAMPTZ(3) NOT NULL,
    "start_price" DECIMAL(78,0) NOT NULL,
    "seed_bonus" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "updown_bet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "updown_end" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "contract" TEXT NOT NULL,
    "tf" SMALLINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "settler" TEXT,
    "end_price" DECIMAL(78,0),
    "end_price_round_id" DECIMAL(78,0),
    "start_time" TIMESTAMPTZ(3) NOT NULL,
    "end_time" TIMESTAMPTZ(3) NOT NULL,
    "start_price" DECIMAL(78,0) NOT NULL,
    "seed_bonus" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "updown_end_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "updown_claim" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "contract" TEXT NOT NULL,
    "tf" SMALLINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,
    "is_refund" BOOLEAN NOT NULL,
    "stake" DECIMAL(78,0) NOT NULL,
    "payout" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "updown_claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "updown_round" (
    "contract" TEXT NOT NULL,
    "tf" SMALLINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "start_time" TIMESTAMPTZ(3) NOT NULL,
    "end_time" TIMESTAMPTZ(3) NOT NULL,
    "start_price" DECIMAL(78,0) NOT NULL,
    "seed_bonus" DECIMAL(78,0) NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "settler" TEXT,
    "end_price" DECIMAL(78,0),
    "end_price_round_id" DECIMAL(78,0),
    "bet_count" INTEGER NOT NULL,
    "bull_bettors" INTEGER NOT NULL,
    "bear_bettors" INTEGER NOT NULL,
    "bull_pool" DECIMAL(78,0) NOT NULL,
    "bear_pool" DECIMAL(78,0) NOT NULL,
    "shares_bull" DECIMAL(78,0) NOT NULL,
    "shares_bear" DECIMAL(78,0) NOT NULL,
    "won_count" INTEGER NOT NULL,
    "refunded_count" INTEGER NOT NULL,
    "paid_out" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "updown_round_pkey" PRIMARY KEY ("contract","tf","round_id")
);

-- CreateTable
CREATE TABLE "updown_position" (
    "wallet" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "tf" SMALLINT NOT NULL,
    "round_id" INTEGER NOT NULL,
    "side" SMALLINT NOT NULL,
    "bet_count" INTEGER NOT NULL,
    "stake" DECIMAL(78,0) NOT NULL,
    "shares" DECIMAL(78,0) NOT NULL,
    "bet_id" BIGINT NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "payout" DECIMAL(78,0),
    "claimed_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,

    CONSTRAINT "updown_position_pkey" PRIMARY KEY ("wallet","contract","tf","round_id")
);

-- CreateTable
CREATE TABLE "updown_wallet" (
    "wallet" TEXT NOT NULL,
    "contract" TEXT NOT NULL,
    "bets" INTEGER NOT NULL,
    "rounds" INTEGER NOT NULL,
    "stake" DECIMAL(78,0) NOT NULL,
    "payout" DECIMAL(78,0) NOT NULL,
    "wins" INTEGER NOT NULL,
    "losses" INTEGER NOT NULL,
    "refunds" INTEGER NOT NULL,
    "active" INTEGER NOT NULL,
    "claimable" INTEGER NOT NULL,

    CONSTRAINT "updown_wallet_pkey" PRIMARY KEY ("wallet","contract")
);

-- CreateIndex
CREATE INDEX "updown_start_contract_tf_round_id_idx" ON "updown_start"("contract", "tf", "round_id");
CREATE INDEX "updown_bet_contract_tf_round_id_wallet_idx" ON "updown_bet"("contract", "tf", "round_id", "wallet");
CREATE INDEX "updown_bet_wallet_id_idx" ON "updown_bet"("wallet", "id");
CREATE INDEX "updown_bet_time_idx" ON "updown_bet"("time");
CREATE INDEX "updown_end_contract_tf_round_id_idx" ON "updown_end"("contract", "tf", "round_id");
CREATE INDEX "updown_claim_contract_tf_round_id_wallet_idx" ON "updown_claim"("contract", "tf", "round_id", "wallet");
CREATE INDEX "updown_claim_wallet_id_idx" ON "updown_claim"("wallet", "id");
CREATE INDEX "updown_round_contract_tf_outcome_round_id_idx" ON "updown_round"("contract", "tf", "outcome", "round_id");
CREATE INDEX "updown_position_wallet_state_bet_id_idx" ON "updown_position"("wallet", "state", "bet_id");
CREATE INDEX "updown_position_wallet_bet_id_idx" ON "updown_position"("wallet", "bet_id");
CREATE INDEX "updown_position_contract_tf_round_id_idx" ON "updown_position"("contract", "tf", "round_id");

-- The sums of a wallet's positions, so that nothing counts them when they are read.
CREATE FUNCTION count_updown_positions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tally CONSTANT text := $sql$
    INSERT INTO "updown_wallet" AS kept ("wallet", "contract", "bets", "rounds", "stake", "payout", "wins", "losses",
      "refunds", "active", "claimable")
    SELECT "wallet", "contract", %1$s * sum("bet_count"), %1$s * count(*), %1$s * sum("stake"),
      %1$s * coalesce(sum("payout"), 0), %1$s * count(*) FILTER (WHERE "outcome" = "side"),
      %1$s * count(*) FILTER (WHERE "outcome" IN (1, 2) AND "outcome" <> "side"),
      %1$s * count(*) FILTER (WHERE "outcome" = 3), %1$s * count(*) FILTER (WHERE "state" = 'active'),
      %1$s * count(*) FILTER (WHERE "state" = 'claimable')
    FROM %2$I GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT ("wallet", "contract") DO UPDATE SET "bets" = kept."bets" + excluded."bets",
      "rounds" = kept."rounds" + excluded."rounds", "stake" = kept."stake" + excluded."stake",
      "payout" = kept."payout" + excluded."payout", "wins" = kept."wins" + excluded."wins",
      "losses" = kept."losses" + excluded."losses", "refunds" = kept."refunds" + excluded."refunds",
      "active" = kept."active" + excluded."active", "claimable" = kept."claimable" + excluded."claimable"
  $sql$;
BEGIN
  IF TG_OP <> 'INSERT' THEN EXECUTE format(tally, '-1', 'gone'); END IF;
  IF TG_OP <> 'DELETE' THEN EXECUTE format(tally, '1', 'fresh'); END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "updown_wallet" WHERE "rounds" = 0 AND "wallet" IN (SELECT "wallet" FROM gone);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "updown_position_added" AFTER INSERT ON "updown_position" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_updown_positions();
CREATE TRIGGER "updown_position_changed" AFTER UPDATE ON "updown_position"
  REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_updown_positions();
CREATE TRIGGER "updown_position_removed" AFTER DELETE ON "updown_position" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_updown_positions();
