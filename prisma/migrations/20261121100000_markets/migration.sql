-- CreateTable
CREATE TABLE "market_creation" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "is_private_event" BOOLEAN NOT NULL,
    "end_time" TIMESTAMPTZ(3),
    "options" JSONB NOT NULL,
    "base_reserve" DECIMAL(78,0) NOT NULL,
    "challenge_seconds" INTEGER,
    "voting_seconds" INTEGER NOT NULL,
    "veto_seconds" INTEGER,

    CONSTRAINT "market_creation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "share_trade" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "buyer" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "shares" DECIMAL(78,0) NOT NULL,
    "usdc" DECIMAL(78,0) NOT NULL,
    "reserve" DECIMAL(78,0) NOT NULL,
    "total_reserve" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "share_trade_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    "seller" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "total_amount" DECIMAL(78,0) NOT NULL,
    "price" DECIMAL(78,0) NOT NULL,
    "buyer" TEXT,
    "amount" DECIMAL(78,0),
    "usdc" DECIMAL(78,0),
    "amount_left" DECIMAL(78,0),

    CONSTRAINT "order_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "market_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "outcome" SMALLINT,
    "amount" DECIMAL(78,0),

    CONSTRAINT "market_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "market" (
    "token" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "is_private_event" BOOLEAN NOT NULL,
    "end_time" TIMESTAMPTZ(3),
    "options" JSONB NOT NULL,
    "base_reserve" DECIMAL(78,0) NOT NULL,
    "challenge_seconds" INTEGER,
    "voting_seconds" INTEGER NOT NULL,
    "veto_seconds" INTEGER,
    "paid_in" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "volume" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "trade_count" INTEGER NOT NULL DEFAULT 0,
    "round" INTEGER NOT NULL DEFAULT 0,
    "proposed_outcome" SMALLINT,
    "proposer" TEXT,
    "proposed_at" TIMESTAMPTZ(3),
    "disputed_outcome" SMALLINT,
    "disputer" TEXT,
    "disputed_at" TIMESTAMPTZ(3),
    "veto_outcome" SMALLINT,
    "vetoer" TEXT,
    "vetoed_at" TIMESTAMPTZ(3),
    "first_vote_at" TIMESTAMPTZ(3),
    "final_outcome" SMALLINT,
    "resolved_at" TIMESTAMPTZ(3),
    "invalidated_at" TIMESTAMPTZ(3),

    CONSTRAINT "market_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "market_outcome" (
    "token" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "paid" DECIMAL(78,0) NOT NULL DEFAULT 0,
    "shares" DECIMAL(78,0) NOT NULL DEFAULT 0,

    CONSTRAINT "market_outcome_pkey" PRIMARY KEY ("token", "outcome")
);

-- CreateTable
CREATE TABLE "share_holder" (
    "token" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "wallet" TEXT NOT NULL,
    "shares" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "share_holder_pkey" PRIMARY KEY ("token", "outcome", "wallet")
);

-- CreateTable
CREATE TABLE "market_order" (
    "token" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "public_id" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "seller" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "total_amount" DECIMAL(78,0) NOT NULL,
    "price" DECIMAL(78,0) NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "market_order_pkey" PRIMARY KEY ("token", "order_id")
);

-- CreateTable
CREATE TABLE "market_day" (
    "token" TEXT NOT NULL,
    "volume" DECIMAL(78,0) NOT NULL,
    "trades" INTEGER NOT NULL,
    "moved" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "market_day_pkey" PRIMARY KEY ("token")
);

-- CreateUniqueIndex
CREATE UNIQUE INDEX "market_creation_token_key" ON "market_creation"("token");

-- CreateIndex
CREATE INDEX "share_trade_token_id_idx" ON "share_trade"("token", "id");

-- CreateIndex
CREATE INDEX "share_trade_token_outcome_id_idx" ON "share_trade"("token", "outcome", "id");

-- CreateIndex
CREATE INDEX "share_trade_buyer_id_idx" ON "share_trade"("buyer", "id");

-- CreateIndex
CREATE INDEX "share_trade_token_buyer_id_idx" ON "share_trade"("token", "buyer", "id");

-- CreateIndex
CREATE INDEX "share_trade_time_idx" ON "share_trade"("time");

-- CreateIndex
CREATE INDEX "order_event_token_order_id_id_idx" ON "order_event"("token", "order_id", "id");

-- CreateIndex
CREATE INDEX "order_event_buyer_id_idx" ON "order_event"("buyer", "id");

-- CreateIndex
CREATE INDEX "order_event_seller_id_idx" ON "order_event"("seller", "id");

-- CreateIndex
CREATE INDEX "order_event_token_id_idx" ON "order_event"("token", "id");

-- CreateIndex
CREATE INDEX "order_event_time_idx" ON "order_event"("time");

-- CreateIndex
CREATE INDEX "market_event_token_action_id_idx" ON "market_event"("token", "action", "id");

-- CreateIndex
CREATE INDEX "market_event_token_id_idx" ON "market_event"("token", "id");

-- CreateIndex
CREATE INDEX "market_event_wallet_id_idx" ON "market_event"("wallet", "id");

-- CreateIndex
CREATE INDEX "market_kind_idx" ON "market"("kind");

-- CreateIndex
CREATE INDEX "share_holder_wallet_idx" ON "share_holder"("wallet");

-- CreateIndex
CREATE INDEX "share_holder_token_outcome_shares_idx" ON "share_holder"("token", "outcome", "shares");

-- CreateUniqueIndex
CREATE UNIQUE INDEX "market_order_public_id_key" ON "market_order"("public_id");

-- CreateIndex
CREATE INDEX "market_order_token_created_at_row_id_idx" ON "market_order"("token", "created_at", "row_id");

-- CreateIndex
CREATE INDEX "market_order_token_outcome_status_price_idx" ON "market_order"("token", "outcome", "status", "price");

-- CreateIndex
CREATE INDEX "market_order_seller_created_at_row_id_idx" ON "market_order"("seller", "created_at", "row_id");

-- CreateTable
CREATE TABLE "market_flow" (
    "token" TEXT NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "paid" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "market_flow_pkey" PRIMARY KEY ("token", "interval_seconds", "bucket", "outcome")
);

-- Markets were not read before. Everything the index holds comes from the chain, so the follower reads
-- it again; projects keep their ids.
TRUNCATE "tx", "token_creation", "trade", "pool_sync", "transfer", "whitelist_event", "surge_start",
    "surge_end", "faucet_claim", "referrer_set", "token", "token_day", "token_reading", "candle",
    "holder", "referral", "whitelist_entry", "whitelist_removal", "block", "index_cursor";
