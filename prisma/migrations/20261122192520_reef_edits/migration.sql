-- AlterTable
ALTER TABLE "reef_member" ADD COLUMN     "edits_made" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "recent_edits" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];

-- AlterTable
ALTER TABLE "reef_post_version" ADD COLUMN     "content_hash" BYTEA,
ADD COLUMN     "written_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "reef_post_wallet_content_hash_idx" ON "reef_post"("wallet", "content_hash");

-- CreateIndex
CREATE INDEX "reef_post_version_content_hash_idx" ON "reef_post_version"("content_hash");
