-- Lists of orders walk an index in the order of their rows, whatever they are filtered by.
DROP INDEX "market_order_token_created_at_row_id_idx";
CREATE INDEX "market_order_token_status_row_id_idx" ON "market_order"("token", "status", "row_id");
CREATE INDEX "market_order_token_outcome_status_row_id_idx" ON "market_order"("token", "outcome", "status", "row_id");

-- Their totals are kept, so that a page of a market with many orders costs no more.
CREATE TABLE "market_order_count" (
    "token" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "status" TEXT NOT NULL,
    "orders" INTEGER NOT NULL,

    CONSTRAINT "market_order_count_pkey" PRIMARY KEY ("token", "outcome", "status")
);

INSERT INTO "market_order_count" ("token", "outcome", "status", "orders")
SELECT "token", "outcome", "status", count(*) FROM "market_order" GROUP BY "token", "outcome", "status";
