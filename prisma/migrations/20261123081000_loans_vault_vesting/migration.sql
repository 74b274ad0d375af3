-- CreateTable
CREATE TABLE "loan_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "borrower" TEXT NOT NULL,
    "loan_id" INTEGER NOT NULL,
    "hub_id" INTEGER,
    "vesting_id" INTEGER,
    "data" JSONB NOT NULL,
    "token" TEXT NOT NULL,
    "collateral" DECIMAL(78,0) NOT NULL,
    "full_amount" DECIMAL(78,0) NOT NULL,
    "borrowed_amount" DECIMAL(78,0) NOT NULL,
    "creation_time" INTEGER NOT NULL,
    "liquidation_time" INTEGER NOT NULL,
    "liquidated" BOOLEAN NOT NULL,
    "active" BOOLEAN NOT NULL,

    CONSTRAINT "loan_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "loan" (
    "borrower" TEXT NOT NULL,
    "loan_id" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "hub_id" INTEGER,
    "token" TEXT NOT NULL,
    "collateral" DECIMAL(78,0) NOT NULL,
    "full_amount" DECIMAL(78,0) NOT NULL,
    "borrowed_amount" DECIMAL(78,0) NOT NULL,
    "creation_time" INTEGER NOT NULL,
    "liquidation_time" INTEGER NOT NULL,
    "liquidated" BOOLEAN NOT NULL,
    "active" BOOLEAN NOT NULL,
    "row_id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "loan_pkey" PRIMARY KEY ("borrower","loan_id")
);

-- CreateTable
CREATE TABLE "list_count" (
    "list" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,

    CONSTRAINT "list_count_pkey" PRIMARY KEY ("wallet","list","source","kind")
);

-- CreateTable
CREATE TABLE "vault_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "wallet" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "amount_out" DECIMAL(78,0),
    "share_price" DECIMAL(78,0),

    CONSTRAINT "vault_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "yield_injection" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "usdc" DECIMAL(78,0) NOT NULL,
    "tide" DECIMAL(78,0) NOT NULL,
    "share_price" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "yield_injection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vault_balance" (
    "wallet" TEXT NOT NULL,
    "shares" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "locked" DECIMAL(78,0) NOT NULL DEFAULT 0,

    CONSTRAINT "vault_balance_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "vault_price" (
    "block" INTEGER NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "price" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "vault_price_pkey" PRIMARY KEY ("block")
);

-- CreateTable
CREATE TABLE "vesting_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "vesting_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "vesting_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vesting_reading" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "vesting_id" INTEGER NOT NULL,
    "creator" TEXT NOT NULL,
    "beneficiary" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "ecosystem" TEXT NOT NULL,
    "total_amount" DECIMAL(78,0) NOT NULL,
    "claimed_amount" DECIMAL(78,0) NOT NULL,
    "start_time" BIGINT NOT NULL,
    "duration_days" INTEGER NOT NULL,
    "unlock_time" BIGINT NOT NULL,
    "is_gradual" BOOLEAN NOT NULL,
    "active_loan_id" INTEGER NOT NULL,
    "memo" TEXT NOT NULL,
    "time_unit" SMALLINT NOT NULL,

    CONSTRAINT "vesting_reading_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "vesting_schedule" (
    "vesting_id" INTEGER NOT NULL,
    "creator" TEXT NOT NULL,
    "beneficiary" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "ecosystem" TEXT NOT NULL,
    "total_amount" DECIMAL(78,0) NOT NULL,
    "claimed_amount" DECIMAL(78,0) NOT NULL,
    "start_time" BIGINT NOT NULL,
    "duration_days" INTEGER NOT NULL,
    "unlock_time" BIGINT NOT NULL,
    "is_gradual" BOOLEAN NOT NULL,
    "active_loan_id" INTEGER NOT NULL,
    "memo" TEXT NOT NULL,
    "time_unit" SMALLINT NOT NULL,

    CONSTRAINT "vesting_schedule_pkey" PRIMARY KEY ("vesting_id")
);

-- CreateTable
CREATE TABLE "vesting_party" (
    "wallet" TEXT NOT NULL,
    "id" BIGINT NOT NULL,
    "action" TEXT NOT NULL,
    "vesting_id" INTEGER NOT NULL,

    CONSTRAINT "vesting_party_pkey" PRIMARY KEY ("wallet","id")
);

-- CreateIndex
CREATE INDEX "loan_event_wallet_source_action_id_idx" ON "loan_event"("wallet", "source", "action", "id");
CREATE INDEX "loan_event_borrower_loan_id_id_idx" ON "loan_event"("borrower", "loan_id", "id");
CREATE INDEX "loan_wallet_source_active_creation_time_row_id_idx" ON "loan"("wallet", "source", "active", "creation_time", "row_id");
CREATE INDEX "loan_active_idx" ON "loan"("active");
CREATE INDEX "vault_event_wallet_action_id_idx" ON "vault_event"("wallet", "action", "id");
CREATE INDEX "vault_event_time_idx" ON "vault_event"("time");
CREATE INDEX "vesting_event_vesting_id_id_idx" ON "vesting_event"("vesting_id", "id");
CREATE INDEX "vesting_reading_vesting_id_id_idx" ON "vesting_reading"("vesting_id", "id");
CREATE INDEX "vesting_schedule_creator_idx" ON "vesting_schedule"("creator");
CREATE INDEX "vesting_schedule_beneficiary_idx" ON "vesting_schedule"("beneficiary");
CREATE INDEX "vesting_schedule_token_idx" ON "vesting_schedule"("token");
CREATE INDEX "vesting_party_wallet_action_id_idx" ON "vesting_party"("wallet", "action", "id");
CREATE INDEX "vesting_party_wallet_vesting_id_id_idx" ON "vesting_party"("wallet", "vesting_id", "id");
CREATE INDEX "vesting_party_id_idx" ON "vesting_party"("id");

-- Totals of the lists of a wallet, so that no list counts its rows. The arguments of the triggers are the list and
-- the expressions of its two labels.
CREATE FUNCTION count_list_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tally CONSTANT text := $sql$
    INSERT INTO "list_count" AS kept ("wallet", "list", "source", "kind", "rows")
    SELECT "wallet", %L, %s, %s, %s * count(*) FROM %I GROUP BY 1, 3, 4 ORDER BY 1, 3, 4
    ON CONFLICT ("wallet", "list", "source", "kind") DO UPDATE SET "rows" = kept."rows" + excluded."rows"
  $sql$;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format(tally, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], '-1', 'gone');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format(tally, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2], '1', 'fresh');
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "list_count" WHERE "list" = TG_ARGV[0] AND "rows" = 0
      AND "wallet" IN (SELECT "wallet" FROM gone);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "loan_event_added" AFTER INSERT ON "loan_event" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('loan_events', '"source"', '"action"');
CREATE TRIGGER "loan_event_removed" AFTER DELETE ON "loan_event" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('loan_events', '"source"', '"action"');
CREATE TRIGGER "vault_event_added" AFTER INSERT ON "vault_event" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('vault_events', '''''', '"action"');
CREATE TRIGGER "vault_event_removed" AFTER DELETE ON "vault_event" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('vault_events', '''''', '"action"');
CREATE TRIGGER "vesting_party_added" AFTER INSERT ON "vesting_party" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('vesting_events', '''''', '"action"');
CREATE TRIGGER "vesting_party_removed" AFTER DELETE ON "vesting_party" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('vesting_events', '''''', '"action"');
CREATE TRIGGER "loan_added" AFTER INSERT ON "loan" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('loans', '"source"', '"active"::text');
CREATE TRIGGER "loan_changed" AFTER UPDATE ON "loan" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('loans', '"source"', '"active"::text');
CREATE TRIGGER "loan_removed" AFTER DELETE ON "loan" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_list_rows('loans', '"source"', '"active"::text');
