-- CreateTable
CREATE TABLE "image_quota" (
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "image_quota_pkey" PRIMARY KEY ("subject")
);
