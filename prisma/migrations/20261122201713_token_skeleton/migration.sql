-- What a token's symbol and name look like: equal skeletons look alike. Filled by the service.
CREATE TABLE "token_skeleton" (
    "token" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "token_skeleton_pkey" PRIMARY KEY ("token")
);

CREATE INDEX "token_skeleton_symbol_idx" ON "token_skeleton"("symbol");

CREATE INDEX "token_skeleton_name_idx" ON "token_skeleton"("name");
