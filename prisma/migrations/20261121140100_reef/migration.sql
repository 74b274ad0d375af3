-- CreateTable
CREATE TABLE "reef_member" (
    "wallet" TEXT NOT NULL,
    "last_post_at" TIMESTAMPTZ(3),
    "warnings" INTEGER NOT NULL DEFAULT 0,
    "muted_until" TIMESTAMPTZ(3),
    "banned_at" TIMESTAMPTZ(3),
    "quota_day" DATE,
    "votes_set" INTEGER NOT NULL DEFAULT 0,
    "reports_made" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reef_member_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "reef_post" (
    "id" BIGSERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "section" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT,
    "content_hash" BYTEA NOT NULL,
    "score" INTEGER NOT NULL DEFAULT 0,
    "comment_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "hidden_at" TIMESTAMPTZ(3),
    "hidden_by" TEXT,
    "is_flagged" BOOLEAN NOT NULL DEFAULT false,
    "report_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "reef_post_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reef_post_version" (
    "id" BIGSERIAL NOT NULL,
    "post_id" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reef_post_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reef_comment" (
    "id" BIGSERIAL NOT NULL,
    "post_id" BIGINT NOT NULL,
    "parent_id" BIGINT,
    "depth" SMALLINT NOT NULL,
    "wallet" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "score" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "reef_comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reef_post_vote" (
    "wallet" TEXT NOT NULL,
    "post_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reef_post_vote_pkey" PRIMARY KEY ("wallet","post_id")
);

-- CreateTable
CREATE TABLE "reef_comment_vote" (
    "wallet" TEXT NOT NULL,
    "comment_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reef_comment_vote_pkey" PRIMARY KEY ("wallet","comment_id")
);

-- CreateTable
CREATE TABLE "reef_report" (
    "post_id" BIGINT NOT NULL,
    "wallet" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reef_report_pkey" PRIMARY KEY ("post_id","wallet")
);

-- CreateTable
CREATE TABLE "reef_action" (
    "id" BIGSERIAL NOT NULL,
    "admin" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "post_id" BIGINT,
    "wallet" TEXT,
    "mute_minutes" INTEGER,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reef_action_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reef_post_wallet_created_at_idx" ON "reef_post"("wallet", "created_at");

-- CreateIndex
CREATE INDEX "reef_post_version_post_id_id_idx" ON "reef_post_version"("post_id", "id");

-- CreateIndex
CREATE INDEX "reef_comment_post_id_created_at_id_idx" ON "reef_comment"("post_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "reef_comment_parent_id_idx" ON "reef_comment"("parent_id");

-- CreateIndex
CREATE INDEX "reef_comment_wallet_created_at_idx" ON "reef_comment"("wallet", "created_at");

-- CreateIndex
CREATE INDEX "reef_post_vote_post_id_idx" ON "reef_post_vote"("post_id");

-- CreateIndex
CREATE INDEX "reef_comment_vote_comment_id_idx" ON "reef_comment_vote"("comment_id");

-- CreateIndex
CREATE INDEX "reef_action_post_id_idx" ON "reef_action"("post_id");

-- CreateIndex
CREATE INDEX "reef_action_wallet_idx" ON "reef_action"("wallet");

-- AddForeignKey
ALTER TABLE "reef_post_version" ADD CONSTRAINT "reef_post_version_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "reef_post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reef_comment" ADD CONSTRAINT "reef_comment_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "reef_post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reef_comment" ADD CONSTRAINT "reef_comment_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "reef_comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reef_post_vote" ADD CONSTRAINT "reef_post_vote_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "reef_post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reef_comment_vote" ADD CONSTRAINT "reef_comment_vote_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "reef_comment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reef_report" ADD CONSTRAINT "reef_report_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "reef_post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The database keeps what the code promises.
ALTER TABLE "reef_post"
  ADD CONSTRAINT "reef_post_section" CHECK ("section" IN ('human', 'agent', 'mixed')),
  ADD CONSTRAINT "reef_post_counts" CHECK ("score" >= 0 AND "comment_count" >= 0 AND "report_count" >= 0),
  ADD CONSTRAINT "reef_post_hidden" CHECK (("hidden_at" IS NULL) = ("hidden_by" IS NULL));
ALTER TABLE "reef_comment"
  ADD CONSTRAINT "reef_comment_depth" CHECK ("depth" BETWEEN 0 AND 3 AND ("depth" = 0) = ("parent_id" IS NULL)),
  ADD CONSTRAINT "reef_comment_score" CHECK ("score" >= 0);

-- What the feed shows, in its orders.
CREATE INDEX "reef_post_recent_idx" ON "reef_post" ("created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;
CREATE INDEX "reef_post_section_recent_idx" ON "reef_post" ("section", "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;
CREATE INDEX "reef_post_top_idx" ON "reef_post" ("score" DESC, "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;
CREATE INDEX "reef_post_section_top_idx" ON "reef_post" ("section", "score" DESC, "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL AND "hidden_at" IS NULL;
CREATE INDEX "reef_post_reported_idx" ON "reef_post" ("report_count" DESC, "created_at" DESC, "id" DESC)
  WHERE "report_count" > 0 AND "deleted_at" IS NULL;
