-- Limits are counted in Redis or in the server's memory.

-- DropTable
DROP TABLE "rate_window";

-- DropTable
DROP TABLE "rate_batch";
