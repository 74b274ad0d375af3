-- The time of a wallet's transfers, so that its history is read from its own rows: joined to all transactions, 200,000
-- transfers took longer than a statement may.
ALTER TABLE "transfer" ADD COLUMN "time" TIMESTAMPTZ(3);

UPDATE "transfer" SET "time" = "tx"."time" FROM "tx" WHERE "tx"."id" = "transfer"."tx_id";

ALTER TABLE "transfer" ALTER COLUMN "time" SET NOT NULL;
