-- migrate: outside a transaction
-- No statement asks for the schedules of a token: those of a wallet are found, and the token joined to them.
drop index concurrently if exists "vesting_schedule_token_idx";
