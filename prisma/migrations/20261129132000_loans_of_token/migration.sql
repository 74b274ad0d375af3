-- migrate: outside a transaction
-- The open loans and positions on a token, for its supply and safety.
CREATE INDEX CONCURRENTLY "loan_token_idx" ON "loan"("token") WHERE "active";
