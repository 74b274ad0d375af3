-- Unlogged: nothing is lost with them but the counts of a minute.

-- CreateTable
CREATE UNLOGGED TABLE "rate_window" (
    "id" TEXT NOT NULL,
    "quota" INTEGER NOT NULL,
    "window_ms" INTEGER NOT NULL,
    "hits" TIMESTAMPTZ(6)[],
    "counted" INTEGER NOT NULL,
    "checked_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_batch" (
    "slot" SMALLINT NOT NULL,
    "batches" BIGINT NOT NULL,

    CONSTRAINT "rate_batch_pkey" PRIMARY KEY ("slot")
);

-- Every request rewrites a row: in place where the page has room, and with its hits inside.
ALTER TABLE "rate_window" SET (fillfactor = 50), ALTER COLUMN "hits" SET STORAGE MAIN;
ALTER TABLE "rate_batch" SET (fillfactor = 20);
