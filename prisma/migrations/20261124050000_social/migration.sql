-- A linked X account: identified by its id when known, else by its handle; at most one wallet has it.
ALTER TABLE "social_link" ADD COLUMN "account_id" TEXT, ADD COLUMN "account_handle" TEXT;

-- Rows that were linked before this rule keep the link of the first wallet; the others say it themselves.
UPDATE "social_link" "link" SET "is_linked" = false, "display_name" = NULL, "picture" = NULL
WHERE "is_linked" AND EXISTS (
    SELECT FROM "social_link" "first"
    WHERE "first"."is_linked" AND "first"."platform" = "link"."platform"
    AND lower("first"."handle") = lower("link"."handle")
    AND ("first"."created_at", "first"."wallet") < ("link"."created_at", "link"."wallet")
);
UPDATE "social_link" SET "account_handle" = lower("handle") WHERE "is_linked";

CREATE UNIQUE INDEX "social_link_platform_account_id_key" ON "social_link"("platform", "account_id");
CREATE UNIQUE INDEX "social_link_platform_account_handle_key" ON "social_link"("platform", "account_handle");

CREATE TABLE "social_challenge" (
    "wallet" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "social_challenge_pkey" PRIMARY KEY ("wallet")
);

CREATE TABLE "oauth_state" (
    "hash" BYTEA NOT NULL,
    "session_id" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "verifier" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_state_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "oauth_state_wallet_idx" ON "oauth_state"("wallet");
CREATE INDEX "oauth_state_expires_at_idx" ON "oauth_state"("expires_at");

CREATE TABLE "oauth_token" (
    "wallet" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_token_pkey" PRIMARY KEY ("wallet")
);

CREATE TABLE "released_account" (
    "id" SERIAL NOT NULL,
    "network" TEXT NOT NULL,
    "account_id" TEXT,
    "account_handle" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "released_account_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "released_account_network_account_handle_idx" ON "released_account"("network", "account_handle");
CREATE INDEX "released_account_network_account_id_idx" ON "released_account"("network", "account_id");
CREATE INDEX "released_account_wallet_idx" ON "released_account"("wallet");

CREATE TABLE "x_post" (
    "id" SERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "ordinal" SMALLINT NOT NULL CHECK ("ordinal" BETWEEN 1 AND 3),
    "tweet_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "text" TEXT,
    "text_hash" BYTEA,
    "lease_until" TIMESTAMPTZ(3),
    "accepted" BOOLEAN NOT NULL DEFAULT false,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "x_post_pkey" PRIMARY KEY ("id"),
    CHECK ("accepted" OR NOT "verified"),
    CHECK (NOT "accepted" OR ("text_hash" IS NOT NULL AND "lease_until" IS NULL))
);
CREATE UNIQUE INDEX "x_post_wallet_day_ordinal_key" ON "x_post"("wallet", "day", "ordinal");
CREATE UNIQUE INDEX "x_post_accepted_tweet_id_key" ON "x_post"("tweet_id") WHERE "accepted";
CREATE UNIQUE INDEX "x_post_accepted_text_hash_key" ON "x_post"("text_hash") WHERE "accepted";
CREATE INDEX "x_post_wallet_id_idx" ON "x_post"("wallet", "id");
CREATE INDEX "x_post_created_at_idx" ON "x_post"("created_at");

CREATE TABLE "moltbook_account" (
    "wallet" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "moltbook_account_pkey" PRIMARY KEY ("wallet")
);
CREATE UNIQUE INDEX "moltbook_account_name_key_key" ON "moltbook_account"("name_key");

CREATE TABLE "moltbook_challenge" (
    "wallet" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "moltbook_challenge_pkey" PRIMARY KEY ("wallet")
);

CREATE TABLE "moltbook_post" (
    "id" SERIAL NOT NULL,
    "wallet" TEXT NOT NULL,
    "post_id" UUID NOT NULL,
    "karma" INTEGER NOT NULL,
    "submolt" TEXT NOT NULL,
    "mentions_platform" BOOLEAN NOT NULL,
    "is_challenge" BOOLEAN NOT NULL DEFAULT false,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_verified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "moltbook_post_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "moltbook_post_post_id_key" ON "moltbook_post"("post_id");
CREATE INDEX "moltbook_post_wallet_id_idx" ON "moltbook_post"("wallet", "id");
CREATE INDEX "moltbook_post_created_at_idx" ON "moltbook_post"("created_at");

CREATE TABLE "job_run" (
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("name", "day")
);
