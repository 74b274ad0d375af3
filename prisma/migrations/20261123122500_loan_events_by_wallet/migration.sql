-- The list of all of a wallet's loan events, whatever their source and action.
CREATE INDEX "loan_event_wallet_id_idx" ON "loan_event"("wallet", "id");
