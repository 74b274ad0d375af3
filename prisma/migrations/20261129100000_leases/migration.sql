-- Who does what only one process may do: the follower and the keeper.

-- CreateTable
CREATE TABLE "lease" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "fence" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("name")
);

-- A transaction that checks its lease locks the row's keys: as the fence is part of a key, whoever takes the lease over
-- waits for that transaction, while a renewal, which changes no key, does not.
-- CreateIndex
CREATE UNIQUE INDEX "lease_name_fence_key" ON "lease"("name", "fence");

-- Fails the transaction of a process that no longer holds the lease; nobody takes the lease over before it ends.
CREATE FUNCTION assert_lease(lease_name text, lease_holder text, lease_fence bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM lease WHERE name = lease_name AND holder = lease_holder AND fence = lease_fence
    AND expires_at > clock_timestamp() FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The lease % was lost', lease_name USING ERRCODE = 'LS001';
  END IF;
END $$;
