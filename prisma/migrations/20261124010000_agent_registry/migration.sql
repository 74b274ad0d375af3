-- Facts of the identity and reputation registries (ERC-8004).

CREATE TABLE "agent_event" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "agent_id" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "wallet" TEXT,
    "uri" TEXT,
    "name" TEXT,
    "description" TEXT,
    "image" TEXT,
    "services" JSONB,
    "key" TEXT,
    "value" BYTEA,

    CONSTRAINT "agent_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "agent_event_kind" CHECK ("kind" IN ('registered', 'uri', 'wallet', 'transfer', 'metadata'))
);

CREATE INDEX "agent_event_agent_id_id_idx" ON "agent_event"("agent_id", "id");
CREATE INDEX "agent_event_wallet_id_idx" ON "agent_event"("wallet", "id");

CREATE TABLE "agent_feedback" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "agent_id" BIGINT NOT NULL,
    "author" TEXT NOT NULL,
    "feedback_index" BIGINT NOT NULL,
    "value" DECIMAL(78,0) NOT NULL,
    "decimals" SMALLINT NOT NULL,
    "tag1" TEXT NOT NULL,
    "tag2" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "agent_feedback_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "agent_feedback_agent_id_id_idx" ON "agent_feedback"("agent_id", "id");
CREATE INDEX "agent_feedback_author_id_idx" ON "agent_feedback"("author", "id");

CREATE TABLE "feedback_revocation" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "agent_id" BIGINT NOT NULL,
    "author" TEXT NOT NULL,
    "feedback_index" BIGINT NOT NULL,

    CONSTRAINT "feedback_revocation_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "feedback_revocation_agent_id_author_feedback_index_idx" ON "feedback_revocation"("agent_id", "author", "feedback_index");

CREATE TABLE "feedback_response" (
    "id" BIGINT NOT NULL,
    "tx_id" BIGINT NOT NULL,
    "time" TIMESTAMPTZ(3) NOT NULL,
    "agent_id" BIGINT NOT NULL,
    "author" TEXT NOT NULL,
    "feedback_index" BIGINT NOT NULL,
    "responder" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "feedback_response_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "feedback_response_agent_id_author_feedback_index_idx" ON "feedback_response"("agent_id", "author", "feedback_index");
CREATE INDEX "feedback_response_responder_id_idx" ON "feedback_response"("responder", "id");

-- What follows from them.

CREATE TABLE "agent_identity" (
    "agent_id" BIGINT NOT NULL,
    "registrant" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "agent_wallet" TEXT,
    "wallet" TEXT,
    "bound_id" BIGINT NOT NULL,
    "uri" TEXT,
    "name" TEXT,
    "description" TEXT,
    "image" TEXT,
    "services" JSONB,
    "card_id" BIGINT NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_identity_pkey" PRIMARY KEY ("agent_id")
);

CREATE INDEX "agent_identity_wallet_idx" ON "agent_identity"("wallet");
CREATE INDEX "agent_identity_owner_idx" ON "agent_identity"("owner");

CREATE TABLE "agent_release" (
    "wallet" TEXT NOT NULL,
    "agent_id" BIGINT NOT NULL,
    "as_of" BIGINT NOT NULL,

    CONSTRAINT "agent_release_pkey" PRIMARY KEY ("wallet","agent_id")
);

-- Until now every row was posted.

ALTER TABLE "agent" ADD COLUMN "image" TEXT,
ADD COLUMN "posted_id" BIGINT,
ADD COLUMN "services" JSONB;

UPDATE "agent" SET "posted_id" = coalesce((SELECT "indexed_block"::bigint * 1000000 + 999999 FROM "index_cursor"), 0);

ALTER TABLE "agent_award" ADD COLUMN "posted_at" TIMESTAMPTZ(3);

UPDATE "agent_award" SET "posted_at" = "time";
