CREATE TABLE "wallet_sign_out" (
    "wallet" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_sign_out_pkey" PRIMARY KEY ("wallet")
);

CREATE INDEX "wallet_sign_out_at_idx" ON "wallet_sign_out"("at");

-- Found for the export of a wallet's data.
CREATE INDEX "comment_author_idx" ON "comment"("author");
CREATE INDEX "reef_report_wallet_idx" ON "reef_report"("wallet");
