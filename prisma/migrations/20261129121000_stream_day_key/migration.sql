-- migrate: outside a transaction
-- What the partitions of the next migration have as their key.
create unique index concurrently "stream_event_before_pkey" on "stream_event" ("id", "created_at");
