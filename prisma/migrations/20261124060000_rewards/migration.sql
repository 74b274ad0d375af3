CREATE TABLE "bug_report" (
    "id" BIGSERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "evidence" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "decided_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bug_report_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bug_report_severity" CHECK ("severity" IN ('critical', 'high', 'medium', 'low')),
    CONSTRAINT "bug_report_category" CHECK ("category" IN ('sdk', 'contracts', 'api', 'frontend', 'docs')),
    CONSTRAINT "bug_report_status" CHECK ("status" IN ('pending', 'verified', 'duplicate', 'invalid'))
);

CREATE INDEX "bug_report_wallet_created_at_idx" ON "bug_report"("wallet", "created_at");
CREATE INDEX "bug_report_status_id_idx" ON "bug_report"("status", "id");
-- Similar reports are suggested as duplicates.
CREATE INDEX "bug_report_title_idx" ON "bug_report" USING GIN (lower("title") gin_trgm_ops);
CREATE INDEX "bug_report_description_idx" ON "bug_report" USING GIN (lower("description") gin_trgm_ops);

CREATE TABLE "blocked_wallet" (
    "wallet" TEXT NOT NULL,
    "reason" TEXT,
    "blocked_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocked_wallet_pkey" PRIMARY KEY ("wallet")
);

CREATE TABLE "faucet_payout" (
    "id" BIGSERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "referrer" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "signals" TEXT[],
    "treasury" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "tx_hash" BYTEA NOT NULL,
    "signed_tx" BYTEA,
    "state" TEXT NOT NULL DEFAULT 'stored',
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "faucet_payout_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "faucet_payout_amount" CHECK ("amount" > 0),
    CONSTRAINT "faucet_payout_state" CHECK ("state" IN ('stored', 'sent', 'paid', 'void')),
    CONSTRAINT "faucet_payout_settled" CHECK (("state" IN ('paid', 'void')) = ("settled_at" IS NOT NULL))
);

CREATE UNIQUE INDEX "faucet_payout_tx_hash_key" ON "faucet_payout"("tx_hash");
CREATE INDEX "faucet_payout_wallet_created_at_idx" ON "faucet_payout"("wallet", "created_at");
-- One open payout of a wallet, and one of each nonce.
CREATE UNIQUE INDEX "faucet_payout_open_wallet_key" ON "faucet_payout"("wallet")
  WHERE "state" IN ('stored', 'sent');
CREATE UNIQUE INDEX "faucet_payout_open_nonce_key" ON "faucet_payout"("treasury", "nonce")
  WHERE "state" IN ('stored', 'sent');
