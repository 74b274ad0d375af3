-- How often the rows of a topic have changed: answers that follow from them are kept while it is equal.

-- CreateTable
CREATE TABLE "topic_version" (
    "topic" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "topic_version_pkey" PRIMARY KEY ("topic")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "topic_touch" (
    "tx" BIGINT NOT NULL DEFAULT txid_current(),
    "topic" TEXT NOT NULL,

    CONSTRAINT "topic_touch_pkey" PRIMARY KEY ("tx","topic")
);

-- Its rows are gone when their transaction ends.
ALTER TABLE "topic_touch" SET UNLOGGED;

-- Counts what the transaction has touched, at its end and in one order: no two transactions wait for each other, and
-- they hold a counter no longer than their commit takes. The row without a name is the one that asks for it.
CREATE FUNCTION count_touched_topics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH touched AS (DELETE FROM topic_touch WHERE tx = txid_current() RETURNING topic)
  INSERT INTO topic_version (topic, version) SELECT topic, 1 FROM touched WHERE topic <> '' ORDER BY topic
  ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "topic_touched" AFTER INSERT ON "topic_touch" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.topic = '') EXECUTE FUNCTION count_touched_topics();

-- The argument names the topic.
CREATE FUNCTION touch_topic() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO topic_touch (topic) VALUES (''), (tg_argv[0]) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION touch_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO topic_touch (topic) VALUES (''), (coalesce(new.address, old.address)), ('tokens')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION touch_commented_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO topic_touch (topic) SELECT address FROM project WHERE id IN (new.project_id, old.project_id)
  UNION SELECT '' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "project_touched" AFTER INSERT OR UPDATE OR DELETE ON "project"
  FOR EACH ROW EXECUTE FUNCTION touch_project();
CREATE TRIGGER "comment_touched" AFTER INSERT OR UPDATE OR DELETE ON "comment"
  FOR EACH ROW EXECUTE FUNCTION touch_commented_project();

CREATE TRIGGER "profile_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "profile"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('people');
CREATE TRIGGER "social_link_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "social_link"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('people');
CREATE TRIGGER "agent_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "agent"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('people');
CREATE TRIGGER "wallet_points_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "wallet_points"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('people');
CREATE TRIGGER "points_day_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "points_day"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
CREATE TRIGGER "points_due_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "points_due"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
CREATE TRIGGER "rank_snapshot_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "rank_snapshot"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
CREATE TRIGGER "rank_chunk_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "rank_chunk"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
CREATE TRIGGER "agent_record_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "agent_record"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
CREATE TRIGGER "agent_record_due_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "agent_record_due"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
-- A ban lowers the confidence in an agent.
CREATE TRIGGER "reef_member_touched" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reef_member"
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('points');
