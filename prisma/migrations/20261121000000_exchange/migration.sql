-- CreateTable
CREATE TABLE "nonce" (
    "value" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "nonce_pkey" PRIMARY KEY ("value")
);

-- CreateTable
CREATE TABLE "revoked_session" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "label" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "faucet_claim" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "user" TEXT NOT NULL,
    "referrer" TEXT NOT NULL,

    CONSTRAINT "faucet_claim_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referrer_set" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "user" TEXT NOT NULL,
    "referrer" TEXT NOT NULL,

    CONSTRAINT "referrer_set_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral" (
    "wallet" TEXT NOT NULL,
    "referrer" TEXT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "referral_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "tx" (
    "id" BIGINT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "block_number" INTEGER NOT NULL,
    "block_hash" BYTEA NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tx_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "block" (
    "number" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "parent_hash" BYTEA NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "block_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "index_cursor" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "chain_id" INTEGER NOT NULL,
    "genesis_hash" BYTEA NOT NULL,
    "indexed_block" INTEGER NOT NULL,
    "indexed_time" TIMESTAMPTZ(3) NOT NULL,
    "head_block" INTEGER NOT NULL,
    "head_time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "index_cursor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" SERIAL NOT NULL,
    "address" TEXT NOT NULL,
    "description" TEXT,
    "website" TEXT,
    "telegram" TEXT,
    "socialx" TEXT,
    "image" TEXT,
    "metadata_url" TEXT,
    "vetted" BOOLEAN,
    "vetted_at" TIMESTAMPTZ(3),

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token_creation" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "creator" TEXT NOT NULL,
    "multiplier" INTEGER NOT NULL,
    "base_reserve0" DECIMAL(78,0) NOT NULL,
    "base_reserve1" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "token_creation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token" (
    "address" TEXT NOT NULL,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "dev" TEXT NOT NULL,
    "multiplier" INTEGER NOT NULL,
    "is_prediction" BOOLEAN NOT NULL DEFAULT false,
    "prediction_type" TEXT,
    "base_reserve0" DECIMAL(78,0) NOT NULL,
    "base_reserve1" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_block" INTEGER NOT NULL,
    "sync_id" BIGINT,
    "reserve0" DECIMAL(78,0),
    "reserve1" DECIMAL(78,0),
    "first_sync_id" BIGINT,
    "first_reserve1" DECIMAL(78,0),
    "trade_count" INTEGER NOT NULL DEFAULT 0,
    "holder_count" INTEGER NOT NULL DEFAULT 0,
    "last_activity_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "trade" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "user" TEXT NOT NULL,
    "type" SMALLINT NOT NULL,
    "amount_token" DECIMAL(78,0) NOT NULL,
    "amount_usdc" DECIMAL(78,0) NOT NULL,
    "price" DECIMAL(78,0) NOT NULL,
    "routing_leg" BOOLEAN NOT NULL,

    CONSTRAINT "trade_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pool_sync" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "reserve0" DECIMAL(78,0) NOT NULL,
    "reserve1" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "pool_sync_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfer" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "value" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "transfer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "whitelist_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "whitelist_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "whitelist_entry" (
    "token" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "whitelist_entry_pkey" PRIMARY KEY ("token","wallet")
);

-- CreateTable
CREATE TABLE "whitelist_removal" (
    "token" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "event_id" BIGINT NOT NULL,

    CONSTRAINT "whitelist_removal_pkey" PRIMARY KEY ("token","wallet")
);

-- CreateTable
CREATE TABLE "holder" (
    "token" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "balance" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "holder_pkey" PRIMARY KEY ("token","wallet")
);

-- CreateTable
CREATE TABLE "candle" (
    "token" TEXT NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "bucket" INTEGER NOT NULL,
    "open" DECIMAL(160,60) NOT NULL,
    "high" DECIMAL(160,60) NOT NULL,
    "low" DECIMAL(160,60) NOT NULL,
    "close" DECIMAL(160,60) NOT NULL,
    "open_id" BIGINT NOT NULL,
    "close_id" BIGINT NOT NULL,

    CONSTRAINT "candle_pkey" PRIMARY KEY ("token","interval_seconds","bucket")
);

-- CreateIndex
CREATE INDEX "nonce_expires_at_idx" ON "nonce"("expires_at");

-- CreateIndex
CREATE INDEX "revoked_session_expires_at_idx" ON "revoked_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_wallet_key" ON "api_key"("wallet");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "faucet_claim_user_id_idx" ON "faucet_claim"("user", "id");

-- CreateIndex
CREATE INDEX "referrer_set_user_id_idx" ON "referrer_set"("user", "id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_event_id_key" ON "referral"("event_id");

-- CreateIndex
CREATE INDEX "referral_referrer_idx" ON "referral"("referrer");

-- CreateIndex
CREATE INDEX "tx_block_number_idx" ON "tx"("block_number");

-- CreateIndex
CREATE UNIQUE INDEX "tx_chain_id_hash_key" ON "tx"("chain_id", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "project_address_key" ON "project"("address");

-- CreateIndex
CREATE UNIQUE INDEX "token_creation_token_key" ON "token_creation"("token");

-- CreateIndex
CREATE UNIQUE INDEX "token_project_id_key" ON "token"("project_id");

-- CreateIndex
CREATE INDEX "token_created_at_project_id_idx" ON "token"("created_at", "project_id");

-- CreateIndex
CREATE INDEX "token_dev_idx" ON "token"("dev");

-- CreateIndex
CREATE INDEX "trade_token_type_id_idx" ON "trade"("token", "type", "id");

-- CreateIndex
CREATE INDEX "trade_user_type_id_idx" ON "trade"("user", "type", "id");

-- CreateIndex
CREATE INDEX "trade_time_idx" ON "trade"("time");

-- CreateIndex
CREATE INDEX "pool_sync_token_id_idx" ON "pool_sync"("token", "id");

-- CreateIndex
CREATE INDEX "whitelist_event_token_wallet_id_idx" ON "whitelist_event"("token", "wallet", "id");

-- CreateIndex
CREATE INDEX "whitelist_entry_token_event_id_idx" ON "whitelist_entry"("token", "event_id");

-- CreateIndex
CREATE INDEX "holder_token_balance_idx" ON "holder"("token", "balance");

-- CreateIndex
CREATE INDEX "holder_wallet_idx" ON "holder"("wallet");

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
