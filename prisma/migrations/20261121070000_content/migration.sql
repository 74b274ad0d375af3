-- CreateTable
CREATE TABLE "issued_image" (
    "cid" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "issued_image_pkey" PRIMARY KEY ("cid")
);

-- CreateTable
CREATE TABLE "avatar_upload" (
    "wallet" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "lease" TIMESTAMPTZ(6) NOT NULL,
    "cid" TEXT,

    CONSTRAINT "avatar_upload_pkey" PRIMARY KEY ("wallet","month","ordinal")
);
