CREATE TABLE "stream_event" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "cause" BIGINT,
    "key" TEXT NOT NULL,
    "topics" TEXT[],
    "data" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stream_event_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "stream_event_cause_idx" ON "stream_event" USING BRIN ("cause");

CREATE TABLE "stream_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "oldest" BIGINT NOT NULL DEFAULT 0,
    "told_to" INTEGER,

    CONSTRAINT "stream_state_pkey" PRIMARY KEY ("id")
);

-- Of an index that exists, streams begin with the next block.
INSERT INTO "stream_state" ("id", "told_to") SELECT 1, (SELECT "indexed_block" FROM "index_cursor" WHERE "id" = 1);
