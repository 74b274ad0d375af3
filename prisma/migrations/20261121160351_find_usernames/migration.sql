-- A search finds people by the beginning of their username; the unique index is not ordered by letters alone.
CREATE INDEX "profile_username_prefix_idx" ON "profile" ("username_key" text_pattern_ops)
  WHERE "username_key" IS NOT NULL;
