-- CreateTable
CREATE TABLE "profile" (
    "wallet" TEXT NOT NULL,
    "username" TEXT,
    "username_key" TEXT,
    "avatar_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "profile_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "social_link" (
    "wallet" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "is_linked" BOOLEAN NOT NULL DEFAULT false,
    "display_name" TEXT,
    "picture" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "social_link_pkey" PRIMARY KEY ("wallet","platform")
);

-- CreateTable
CREATE TABLE "agent" (
    "wallet" TEXT NOT NULL,
    "agent_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "agent_award" (
    "wallet" TEXT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_award_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "points_day" (
    "wallet" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "trading" DECIMAL(78,18) NOT NULL,
    "prediction" DECIMAL(78,18) NOT NULL,
    "creator" DECIMAL(78,18) NOT NULL,
    "positions" DECIMAL(78,18) NOT NULL,
    "own" DECIMAL(78,18) NOT NULL,
    "referral" DECIMAL(78,18) NOT NULL,

    CONSTRAINT "points_day_pkey" PRIMARY KEY ("wallet","day")
);

-- CreateTable
CREATE TABLE "wallet_points" (
    "wallet" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "reached_at" TIMESTAMPTZ(3) NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_points_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "points_due" (
    "wallet" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "points_due_pkey" PRIMARY KEY ("wallet")
);

-- CreateIndex
CREATE UNIQUE INDEX "profile_username_key_key" ON "profile"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "agent_agent_id_key" ON "agent"("agent_id");

-- CreateIndex
CREATE INDEX "agent_created_at_idx" ON "agent"("created_at");

-- CreateIndex
CREATE INDEX "points_day_day_idx" ON "points_day"("day");

-- CreateIndex
CREATE INDEX "wallet_points_total_reached_at_wallet_idx" ON "wallet_points"("total" DESC, "reached_at", "wallet");

ALTER TABLE "profile"
  ADD CONSTRAINT "profile_username" CHECK (("username" IS NULL) = ("username_key" IS NULL)
    AND "username_key" = lower("username"));
