-- Logs of the platform that could not be stored, with the reason.
CREATE TABLE "unreadable_log" (
    "block_number" INTEGER NOT NULL,
    "log_index" INTEGER NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "emitter" TEXT NOT NULL,
    "topic" TEXT,
    "reason" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unreadable_log_pkey" PRIMARY KEY ("block_number","log_index")
);

-- At most one row: why the follower does not get on.
CREATE TABLE "index_failure" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "reason" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "index_failure_pkey" PRIMARY KEY ("id")
);
