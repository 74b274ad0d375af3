-- $SYMBOLs in what people write.
CREATE INDEX "token_symbol_idx" ON "token" (lower("symbol"));
