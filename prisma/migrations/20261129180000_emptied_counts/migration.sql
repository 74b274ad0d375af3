-- A release from before these counts empties trades and whitelists without them: they are emptied with their tables.

CREATE FUNCTION empty_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DELETE FROM %I', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER "trade_emptied" AFTER TRUNCATE ON "trade"
  FOR EACH STATEMENT EXECUTE FUNCTION empty_counts('wallet_trades');
CREATE TRIGGER "whitelist_entry_emptied" AFTER TRUNCATE ON "whitelist_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION empty_counts('whitelist_count');
