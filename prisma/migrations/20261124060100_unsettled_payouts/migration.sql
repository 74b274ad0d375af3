-- Payouts that are looked for in the index: open ones, and those that were given up.
CREATE INDEX "faucet_payout_unsettled_idx" ON "faucet_payout"("created_at") WHERE "state" <> 'paid';
