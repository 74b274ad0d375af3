-- What a search looks into, in lower case of any script: lowered once, where it is written, and not again for
-- every post a search passes.
ALTER TABLE "reef_post" ADD COLUMN "searched" TEXT COLLATE "und-x-icu"
  GENERATED ALWAYS AS (lower(("title" || E'\n' || coalesce("body", '')) COLLATE "und-x-icu")) STORED;

-- A column has statistics of its own, which tell the planner how common a word is.
DROP STATISTICS "reef_post_search_stats";
DROP INDEX "reef_post_search_idx";
CREATE INDEX "reef_post_search_idx" ON "reef_post" USING GIN ("searched" gin_trgm_ops)
  WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;
