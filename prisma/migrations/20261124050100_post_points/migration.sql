-- Posts come from no block: whoever writes one, its wallet's points are due from the day of the post on.
CREATE FUNCTION "mark_post_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.verified THEN
    INSERT INTO points_due (wallet, day) VALUES (OLD.wallet, (OLD.created_at AT TIME ZONE 'UTC')::date)
    ON CONFLICT (wallet) DO UPDATE SET day = least(points_due.day, excluded.day);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.verified THEN
    INSERT INTO points_due (wallet, day) VALUES (NEW.wallet, (NEW.created_at AT TIME ZONE 'UTC')::date)
    ON CONFLICT (wallet) DO UPDATE SET day = least(points_due.day, excluded.day);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "x_post_counts" AFTER INSERT OR DELETE ON "x_post"
  FOR EACH ROW EXECUTE FUNCTION mark_post_due();
CREATE TRIGGER "x_post_judged" AFTER UPDATE ON "x_post" FOR EACH ROW
  WHEN ((OLD.wallet, OLD.created_at, OLD.verified) IS DISTINCT FROM (NEW.wallet, NEW.created_at, NEW.verified))
  EXECUTE FUNCTION mark_post_due();
CREATE TRIGGER "moltbook_post_counts" AFTER INSERT OR DELETE ON "moltbook_post"
  FOR EACH ROW EXECUTE FUNCTION mark_post_due();
CREATE TRIGGER "moltbook_post_judged" AFTER UPDATE ON "moltbook_post" FOR EACH ROW
  WHEN ((OLD.wallet, OLD.created_at, OLD.verified) IS DISTINCT FROM (NEW.wallet, NEW.created_at, NEW.verified))
  EXECUTE FUNCTION mark_post_due();
