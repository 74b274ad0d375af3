-- Counts of the venue, so that no answer counts the trades of a day. Counted while the follower has not written them.

-- CreateTable
CREATE TABLE "pulse_count" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "computed_at" TIMESTAMPTZ(3) NOT NULL,
    "agents" INTEGER NOT NULL,
    "tokens" INTEGER NOT NULL,
    "prediction_markets" INTEGER NOT NULL,
    "trades_24h" INTEGER NOT NULL,
    "unique_traders_24h" INTEGER NOT NULL,
    "total_loans" INTEGER NOT NULL,
    "active_loans" INTEGER NOT NULL,
    "vault_events" INTEGER NOT NULL,
    "leaderboard_participants" INTEGER NOT NULL,

    CONSTRAINT "pulse_count_pkey" PRIMARY KEY ("id")
);
