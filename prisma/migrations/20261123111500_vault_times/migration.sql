-- CreateIndex
CREATE INDEX "yield_injection_time_idx" ON "yield_injection"("time");

-- CreateIndex
CREATE INDEX "vault_price_time_idx" ON "vault_price"("time");
