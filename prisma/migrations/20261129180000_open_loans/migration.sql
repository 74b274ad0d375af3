-- What the open loans and positions on a token have pledged and owe, so that no answer adds them up.

-- CreateTable
CREATE TABLE "open_loans" (
    "token" TEXT NOT NULL,
    "loans" INTEGER NOT NULL,
    "collateral" DECIMAL(78,0) NOT NULL,
    "vesting_collateral" DECIMAL(78,0) NOT NULL,
    "full_amount" DECIMAL(78,0) NOT NULL,

    CONSTRAINT "open_loans_pkey" PRIMARY KEY ("token")
);

CREATE FUNCTION sum_open_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO open_loans AS kept (token, loans, collateral, vesting_collateral, full_amount)
    SELECT token, count(*), sum(collateral), coalesce(sum(collateral) FILTER (WHERE source = 'vesting'), 0),
      sum(full_amount)
    FROM fresh WHERE active GROUP BY 1 ORDER BY 1
    ON CONFLICT (token) DO UPDATE SET loans = kept.loans + excluded.loans,
      collateral = kept.collateral + excluded.collateral,
      vesting_collateral = kept.vesting_collateral + excluded.vesting_collateral,
      full_amount = kept.full_amount + excluded.full_amount;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE open_loans kept SET loans = kept.loans - lost.loans, collateral = kept.collateral - lost.collateral,
      vesting_collateral = kept.vesting_collateral - lost.vesting_collateral,
      full_amount = kept.full_amount - lost.full_amount
    FROM (
      SELECT token, count(*) AS loans, sum(collateral) AS collateral,
        coalesce(sum(collateral) FILTER (WHERE source = 'vesting'), 0) AS vesting_collateral,
        sum(full_amount) AS full_amount
      FROM gone WHERE active GROUP BY 1 ORDER BY 1
    ) lost
    WHERE kept.token = lost.token;
    DELETE FROM open_loans WHERE loans = 0 AND token IN (SELECT token FROM gone);
  END IF;
  RETURN NULL;
END $$;

-- The triggers first: whoever stores loans meanwhile waits for the end of this migration.
CREATE TRIGGER "open_loans_added" AFTER INSERT ON "loan" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION sum_open_loans();
CREATE TRIGGER "open_loans_changed" AFTER UPDATE ON "loan" REFERENCING OLD TABLE AS gone NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION sum_open_loans();
CREATE TRIGGER "open_loans_removed" AFTER DELETE ON "loan" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION sum_open_loans();

INSERT INTO "open_loans" ("token", "loans", "collateral", "vesting_collateral", "full_amount")
SELECT "token", count(*), sum("collateral"), coalesce(sum("collateral") FILTER (WHERE "source" = 'vesting'), 0),
  sum("full_amount")
FROM "loan" WHERE "active" GROUP BY 1;
