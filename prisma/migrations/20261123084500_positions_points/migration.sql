-- CreateTable
CREATE TABLE "positions_day" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "day" DATE NOT NULL,

    CONSTRAINT "positions_day_pkey" PRIMARY KEY ("id")
);
