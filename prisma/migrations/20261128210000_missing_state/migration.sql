-- What a node without old states does not answer is null, and named in "missing_state".
ALTER TABLE "loan_event" ALTER COLUMN "collateral" DROP NOT NULL,
ALTER COLUMN "full_amount" DROP NOT NULL,
ALTER COLUMN "borrowed_amount" DROP NOT NULL,
ALTER COLUMN "creation_time" DROP NOT NULL,
ALTER COLUMN "liquidation_time" DROP NOT NULL,
ALTER COLUMN "liquidated" DROP NOT NULL,
ALTER COLUMN "active" DROP NOT NULL;

ALTER TABLE "yield_injection" ALTER COLUMN "share_price" DROP NOT NULL;

CREATE TABLE "missing_state" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "vesting_id" INTEGER,
    "data" JSONB NOT NULL,

    CONSTRAINT "missing_state_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "missing_state_vesting_id_id_idx" ON "missing_state"("vesting_id", "id");

CREATE INDEX "missing_state_kind_id_idx" ON "missing_state"("kind", "id");
