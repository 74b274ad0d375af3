-- How many posts the feed shows, by section: of all times, of each UTC day and of each UTC hour. Kept by
-- triggers, so that no list counts its rows.
CREATE TABLE "reef_post_count" (
    "section" TEXT NOT NULL,
    "span" TEXT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "posts" INTEGER NOT NULL,

    CONSTRAINT "reef_post_count_pkey" PRIMARY KEY ("section","span","start")
);

ALTER TABLE "reef_post_count"
  ADD CONSTRAINT "reef_post_count_span" CHECK ("span" IN ('all', 'day', 'hour')),
  ADD CONSTRAINT "reef_post_count_posts" CHECK ("posts" >= 0);

-- One order of locking for all who count: the section's whole, its day, its hour.
CREATE FUNCTION reef_count_posts(counted text, at timestamptz, by integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  spans CONSTANT text[] := '{all,day,hour}';
  starts CONSTANT timestamptz[] :=
    ARRAY['epoch', date_trunc('day', at, 'UTC'), date_trunc('hour', at, 'UTC')];
BEGIN
  FOR place IN 1..3 LOOP
    IF by > 0 THEN
      INSERT INTO "reef_post_count" AS kept ("section", "span", "start", "posts")
      VALUES (counted, spans[place], starts[place], by)
      ON CONFLICT ("section", "span", "start") DO UPDATE SET "posts" = kept."posts" + by;
    ELSE
      UPDATE "reef_post_count" SET "posts" = "posts" + by
      WHERE "section" = counted AND "span" = spans[place] AND "start" = starts[place];
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION reef_posts_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added record;
BEGIN
  FOR added IN
    SELECT "section", date_trunc('hour', "created_at", 'UTC') AS hour, count(*)::integer AS posts
    FROM fresh WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM reef_count_posts(added."section", added.hour, added.posts);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION reef_post_turned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."deleted_at" IS NULL AND NEW."hidden_at" IS NULL THEN
    PERFORM reef_count_posts(NEW."section", NEW."created_at", 1);
  ELSE
    PERFORM reef_count_posts(OLD."section", OLD."created_at", -1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "reef_post_added" AFTER INSERT ON "reef_post" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION reef_posts_added();
CREATE TRIGGER "reef_post_turned" AFTER UPDATE OF "deleted_at", "hidden_at" ON "reef_post" FOR EACH ROW
  WHEN ((OLD."deleted_at" IS NULL AND OLD."hidden_at" IS NULL)
    <> (NEW."deleted_at" IS NULL AND NEW."hidden_at" IS NULL))
  EXECUTE FUNCTION reef_post_turned();
CREATE TRIGGER "reef_post_removed" AFTER DELETE ON "reef_post" FOR EACH ROW
  WHEN (OLD."deleted_at" IS NULL AND OLD."hidden_at" IS NULL)
  EXECUTE FUNCTION reef_post_turned();

INSERT INTO "reef_post_count" ("section", "span", "start", "posts")
SELECT "section", 'all', 'epoch'::timestamptz, count(*) FROM "reef_post"
WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL GROUP BY 1
UNION ALL
SELECT "section", span, date_trunc(span, "created_at", 'UTC'), count(*)
FROM "reef_post", unnest('{day,hour}'::text[]) AS span
WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL GROUP BY 1, 2, 3;

-- The posts of a wallet, and those that say something, in any case of any script.
CREATE INDEX "reef_post_author_idx" ON "reef_post" ("wallet", "created_at" DESC, "id" DESC)
  INCLUDE ("section") WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;
CREATE INDEX "reef_post_search_idx" ON "reef_post"
  USING GIN (lower(("title" || E'\n' || coalesce("body", '')) COLLATE "und-x-icu") gin_trgm_ops)
  WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;

-- All sections are read from the indexes of each.
DROP INDEX "reef_post_top_idx";
