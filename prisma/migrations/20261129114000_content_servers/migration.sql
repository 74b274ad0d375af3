-- Web servers that keep uploads in a folder, so that those that do not share one are found.

-- CreateTable
CREATE TABLE "content_server" (
    "id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "content_server_pkey" PRIMARY KEY ("id")
);
