-- CreateTable
CREATE TABLE "surge_start" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "start_rate" INTEGER NOT NULL,
    "end_rate" INTEGER NOT NULL,
    "duration" INTEGER NOT NULL,

    CONSTRAINT "surge_start_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "surge_end" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "token" TEXT NOT NULL,
    "refund_seconds" INTEGER NOT NULL,

    CONSTRAINT "surge_end_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token_reading" (
    "token" TEXT NOT NULL,
    "frozen" BOOLEAN,
    "bonding_target" DECIMAL(78,0),
    "bonding_needed" DECIMAL(78,0),
    "has_bonded" BOOLEAN,
    "read_block" INTEGER,
    "due_block" INTEGER,

    CONSTRAINT "token_reading_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "token_day" (
    "token" TEXT NOT NULL,
    "volume" DECIMAL(78,0) NOT NULL,
    "trades" INTEGER NOT NULL,
    "moved" DOUBLE PRECISION,

    CONSTRAINT "token_day_pkey" PRIMARY KEY ("token")
);

-- CreateIndex
CREATE INDEX "surge_start_token_id_idx" ON "surge_start"("token", "id");

-- CreateIndex
CREATE INDEX "surge_end_token_id_idx" ON "surge_end"("token", "id");

-- CreateIndex
CREATE INDEX "token_reading_due_block_idx" ON "token_reading"("due_block");

-- Surges were not read before. Everything the index holds comes from the chain, so the follower reads
-- it again; projects keep their ids.
TRUNCATE "tx", "token_creation", "trade", "pool_sync", "transfer", "whitelist_event", "faucet_claim",
    "referrer_set", "token", "candle", "holder", "referral", "whitelist_entry", "whitelist_removal",
    "block", "index_cursor";
