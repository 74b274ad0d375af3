-- Expired loans are found by their time.
DROP INDEX "loan_active_idx";
CREATE INDEX "loan_active_liquidation_time_idx" ON "loan"("active", "liquidation_time");

CREATE TABLE "keeper_status" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "address" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "failure" TEXT,

    CONSTRAINT "keeper_status_pkey" PRIMARY KEY ("id")
);
