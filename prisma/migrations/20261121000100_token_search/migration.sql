-- Substring search over names and symbols, in any case of any script. Prisma's schema cannot express
-- an index over an expression; lib/tokens/filters.ts asks for exactly this one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX "token_search_idx" ON "token"
  USING GIN (lower(("name" || E'\n' || "symbol") COLLATE "und-x-icu") gin_trgm_ops);
