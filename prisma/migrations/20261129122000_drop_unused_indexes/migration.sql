-- migrate: outside a transaction
-- No statement reads it: transactions of a block are found by their ids.
drop index concurrently if exists "tx_block_number_idx";
