import path from "node:path"
import { ensurePostgres } from "@/scripts/database/server.mjs"

/** A lost test database costs nothing, so durability is traded for speed. */
const SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
]

/** Starts or joins the tests' own PostgreSQL. All parts use it: the first one decides the settings. */
export const ensureTestPostgres = (root: string) =>
  ensurePostgres(path.join(root, ".data/test/postgres"), {
    user: "test",
    database: "admin",
    settings: SETTINGS,
  })
