-- migrate: outside a transaction
-- The supply of a token reads open_loans: no statement looks for the open loans on a token.
drop index concurrently if exists "loan_token_idx";
