-- How common a word is among the posts: the planner then walks the feed's order for a common one and
-- looks a rare one up. It does not take this from the statistics of the index.
CREATE STATISTICS "reef_post_search_stats"
  ON (lower(("title" || E'\n' || coalesce("body", '')) COLLATE "und-x-icu")) FROM "reef_post";
