// How the files of prisma/migrations are run, which their first line may say. Plain JavaScript, because the schema engine
// of `npm run check` runs them as well.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

/** First lines of files that do not run as one transaction. */
const MODES = {
  "-- migrate: outside a transaction": "alone",
  "-- migrate: in batches": "batches",
}

/**
 * The migrations of a folder, in their order.
 * @param {string} dir
 */
export function listMigrations(dir) {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(dir, name, "migration.sql"), "utf8")
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") }
    })
}

/**
 * What runs by itself: the statements of a file for which a transaction is no place, else the whole text.
 * @param {string} sql
 */
export function planMigration(sql) {
  const [first = ""] = sql.split("\n")
  const mode = MODES[first.trim()] ?? "transaction"
  if (mode === "transaction") return { mode, steps: [sql] }
  const steps = splitStatements(sql)
  if (mode === "batches" && steps.length !== 1) {
    throw new Error(
      "A migration in batches is one statement, which is repeated until it changes no row",
    )
  }
  const stranger = mode === "alone" && steps.find((step) => !indexOf(step))
  if (stranger) {
    throw new Error(
      `Outside a transaction only indexes are created and dropped, concurrently, not: ${stranger}`,
    )
  }
  return { mode, steps }
}

/**
 * Statements that end with the line.
 * @param {string} sql
 */
export const splitStatements = (sql) =>
  sql
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

const INDEX =
  /^(create)\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\s|^(drop)\s+index\s+concurrently\s+(?:if\s+exists\s+)?"?(\w+)"?$/i

/**
 * The index that a statement creates or drops concurrently; undefined for any other statement.
 * @param {string} statement
 */
export function indexOf(statement) {
  const [, create, created, , dropped] = INDEX.exec(statement) ?? []
  const name = created ?? dropped
  return name && { name, isCreated: create !== undefined }
}
