-- CreateTable
CREATE TABLE "agent_record" (
    "wallet" TEXT NOT NULL,
    "trades" INTEGER NOT NULL,
    "trade_volume" DECIMAL(78,0) NOT NULL,
    "purchases" INTEGER NOT NULL,
    "share_volume" DECIMAL(78,0) NOT NULL,
    "bets" INTEGER NOT NULL,
    "bet_volume" DECIMAL(78,0) NOT NULL,
    "traded" INTEGER NOT NULL,
    "markets_won" INTEGER NOT NULL,
    "markets_lost" INTEGER NOT NULL,
    "rounds_won" INTEGER NOT NULL,
    "rounds_lost" INTEGER NOT NULL,
    "realised" DECIMAL(78,0),
    "largest_loss" DECIMAL(78,0),
    "loss_place" TEXT,
    "loss_id" TEXT,
    "days_active" INTEGER NOT NULL,
    "first_active" TIMESTAMPTZ(3),
    "last_active" TIMESTAMPTZ(3),
    "products" TEXT[],
    "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_record_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "agent_record_due" (
    "wallet" TEXT NOT NULL,
    "mark" BIGSERIAL NOT NULL,

    CONSTRAINT "agent_record_due_pkey" PRIMARY KEY ("wallet")
);

-- An agent's record is due from its registration on, and goes with it.
CREATE FUNCTION follow_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF TG_OP = 'UPDATE' AND OLD."wallet" = NEW."wallet" THEN RETURN NULL; END IF;
    DELETE FROM "agent_record_due" WHERE "wallet" = OLD."wallet";
    DELETE FROM "agent_record" WHERE "wallet" = OLD."wallet";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "agent_record_due" ("wallet") VALUES (NEW."wallet")
    ON CONFLICT ("wallet") DO UPDATE SET "mark" = excluded."mark";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "agent_followed" AFTER INSERT OR DELETE OR UPDATE OF "wallet" ON "agent"
  FOR EACH ROW EXECUTE FUNCTION follow_agent();

-- Posts and comments of agents are written by the service, not by the index.
CREATE FUNCTION follow_agent_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "agent_record_due" ("wallet")
  SELECT "wallet" FROM "agent" WHERE "wallet" = coalesce(NEW."wallet", OLD."wallet")
  ON CONFLICT ("wallet") DO UPDATE SET "mark" = excluded."mark";
  RETURN NULL;
END $$;

CREATE TRIGGER "reef_post_followed" AFTER INSERT OR DELETE OR UPDATE OF "deleted_at" ON "reef_post"
  FOR EACH ROW EXECUTE FUNCTION follow_agent_texts();
CREATE TRIGGER "reef_comment_followed" AFTER INSERT OR DELETE OR UPDATE OF "deleted_at" ON "reef_comment"
  FOR EACH ROW EXECUTE FUNCTION follow_agent_texts();

INSERT INTO "agent_record_due" ("wallet") SELECT "wallet" FROM "agent" ORDER BY 1;
