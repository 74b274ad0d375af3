-- A streak's factor and the rates of referrals add up to six decimals to the eighteen of amounts.
ALTER TABLE "points_day"
  ALTER COLUMN "own" TYPE DECIMAL(78,24),
  ALTER COLUMN "referral" TYPE DECIMAL(78,24),
  ADD COLUMN "own_at" TIMESTAMPTZ(3),
  ADD COLUMN "reached_at" TIMESTAMPTZ(3) NOT NULL;

-- CreateIndex
CREATE INDEX "points_due_day_wallet_idx" ON "points_due"("day", "wallet");

-- CreateTable
CREATE TABLE "creation_award" (
    "token" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "points" INTEGER NOT NULL,

    CONSTRAINT "creation_award_pkey" PRIMARY KEY ("token")
);

-- CreateIndex
CREATE INDEX "creation_award_wallet_idx" ON "creation_award"("wallet");

-- CreateTable
CREATE TABLE "creation_due" (
    "token" TEXT NOT NULL,

    CONSTRAINT "creation_due_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "rank_snapshot" (
    "wallet" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "rank" INTEGER NOT NULL,

    CONSTRAINT "rank_snapshot_pkey" PRIMARY KEY ("wallet")
);

-- What was indexed before there were points is due as well.
INSERT INTO "creation_due" ("token") SELECT "token" FROM "token_creation";
INSERT INTO "points_due" ("wallet", "day")
  SELECT "wallet", DATE '1970-01-01' FROM (
    SELECT "user" AS "wallet" FROM "trade" UNION SELECT "buyer" FROM "share_trade"
    UNION SELECT "buyer" FROM "order_event" WHERE "kind" = 1 UNION SELECT "wallet" FROM "agent_award"
  ) "earners"
  ON CONFLICT ("wallet") DO UPDATE SET "day" = EXCLUDED."day";
