-- The history of one wallet: what came in and what went out.
CREATE INDEX "transfer_to_id_idx" ON "transfer"("to", "id");

CREATE INDEX "transfer_from_id_idx" ON "transfer"("from", "id");
