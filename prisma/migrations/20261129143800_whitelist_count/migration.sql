-- How many entries a token's whitelist has, so that no answer counts them.

-- CreateTable
CREATE TABLE "whitelist_count" (
    "token" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "whitelist_count_pkey" PRIMARY KEY ("token")
);

CREATE FUNCTION count_whitelist_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO whitelist_count AS kept (token, entries)
    SELECT token, count(*) FROM fresh GROUP BY 1 ORDER BY 1
    ON CONFLICT (token) DO UPDATE SET entries = kept.entries + excluded.entries;
  ELSE
    UPDATE whitelist_count kept SET entries = kept.entries - lost.entries
    FROM (SELECT token, count(*) AS entries FROM gone GROUP BY 1) lost WHERE kept.token = lost.token;
    DELETE FROM whitelist_count WHERE entries = 0 AND token IN (SELECT token FROM gone);
  END IF;
  RETURN NULL;
END $$;

-- The triggers first: whoever stores entries meanwhile waits for the end of this migration.
CREATE TRIGGER "whitelist_entry_added" AFTER INSERT ON "whitelist_entry" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION count_whitelist_entries();
CREATE TRIGGER "whitelist_entry_removed" AFTER DELETE ON "whitelist_entry" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_whitelist_entries();

INSERT INTO "whitelist_count" ("token", "entries") SELECT "token", count(*) FROM "whitelist_entry" GROUP BY 1;
