-- Where the database's log was after the last change made with the key: replicas that are further may answer it.
ALTER TABLE "api_key" ADD COLUMN "position" TEXT;
