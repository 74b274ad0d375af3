-- AlterTable
ALTER TABLE "project" ADD COLUMN     "comment_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "comment" (
    "id" SERIAL NOT NULL,
    "project_id" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "trade_type" TEXT,
    "tx_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "suppressed_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "comment_project_id_author_ordinal_key" ON "comment"("project_id", "author", "ordinal");

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "comment"
  ADD CONSTRAINT "comment_ordinal" CHECK ("ordinal" > 0),
  ADD CONSTRAINT "comment_trade" CHECK (("trade_type" IS NULL) = ("tx_hash" IS NULL));
ALTER TABLE "project" ADD CONSTRAINT "project_comments" CHECK ("comment_count" >= 0);

-- What the lists show.
CREATE INDEX "comment_list_idx" ON "comment" ("project_id", "id" DESC)
  WHERE "deleted_at" IS NULL AND "suppressed_at" IS NULL;
