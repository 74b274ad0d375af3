import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { execaSync } from "execa"
import { z } from "zod"
import {
  indexOf,
  listMigrations,
  planMigration,
  splitStatements,
} from "@/scripts/database/migration-files.mjs"
import type { Finding } from "./finding"
import { ROOT } from "./sources"

/** Squawk's rules of style, and limits that `scripts/database/migrate.mjs` sets itself. */
const NOT_OURS = [
  "prefer-bigint-over-int",
  "prefer-bigint-over-smallint",
  "prefer-identity",
  "prefer-robust-stmts",
  "prefer-text-field",
  "require-lock-timeout",
  "require-statement-timeout",
]

/** What the last step of a change may do, when no running version uses the thing any more. */
const CONTRACT = ["ban-drop-column", "ban-drop-table", "ban-drop-not-null"]

/** What to do instead, for rules whose own text does not say it. */
const REMEDIES: Readonly<Record<string, string>> = {
  "require-concurrent-index-creation":
    "begin the file with `-- migrate: outside a transaction` and create the index concurrently",
  "require-concurrent-index-deletion":
    "begin a file of its own with `-- migrate: outside a transaction` and drop the index concurrently",
  "adding-required-field":
    "give it a constant default, or add it empty and fill it in a file in batches",
  "adding-field-with-default":
    "add it without a default, fill it in a file with `-- migrate: in batches`, then set the default",
  "changing-column-type":
    "add a column of the new type, write both, fill it in batches, read it, and drop the former one a release later",
  "renaming-column":
    "add a column, write both, fill it in batches, read it, and drop the former one a release later",
  "renaming-table": "leave its name: the model of prisma/schema may have another",
  "ban-drop-column":
    "drop it in a release after the one that stopped using it, in a file with `-- contract: <why nothing uses it>`",
  "ban-drop-table":
    "drop it in a release after the one that stopped using it, in a file with `-- contract: <why nothing uses it>`",
  "constraint-missing-not-valid":
    "add it with `not valid`, and validate it in a migration after this one",
  "adding-not-nullable-field":
    "add `check (x is not null) not valid`, validate it in a migration after this one, and set not null then",
}

const report = z.array(
  z.object({
    rule_name: z.string(),
    line: z.int(),
    message: z.string(),
    help: z.string().nullable(),
  }),
)

/** What would stop the version before, or make it wait, while one migration runs. Each line names rule, line and remedy. */
export function listUnsafe(sql: string): string[] {
  const { mode } = planMigration(sql)
  const isMisplaced = mode !== "alone" && splitStatements(sql).some(indexOf)
  const excluded = [...NOT_OURS, ...(/^-- contract: \S/m.test(sql) ? CONTRACT : [])]
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-squawk-"))
  const file = path.join(folder, "migration.sql")
  writeFileSync(file, sql)
  const { stdout } = execaSync(
    "squawk",
    [
      ...["--reporter=json", "--pg-version=15", `--exclude=${excluded.join(",")}`],
      ...(mode === "alone" ? [] : ["--assume-in-transaction"]),
      file,
    ],
    { preferLocal: true, localDir: ROOT, reject: false },
  )
  rmSync(folder, { recursive: true })
  const problems = report.parse(JSON.parse(stdout))
  return [
    ...problems.map(
      ({ rule_name, line, message, help }) =>
        `${rule_name} in line ${line + 1}: ${REMEDIES[rule_name] ?? help ?? message}`,
    ),
    ...(isMisplaced ? [`concurrently: ${REMEDIES["require-concurrent-index-creation"]}`] : []),
    ...(mode === "transaction" ? findBackfills(sql) : []),
  ]
}

const FUNCTION_BODY = /\bas\s+\$(\w*)\$[\s\S]*?\$\1\$/gi
const CHANGE =
  /^(?:with\b[\s\S]*?\)\s*)?(update|delete\s+from|insert\s+into|truncate|do\b)(?:\s+(?:table\s+|only\s+)?"?(\w+)"?)?/i

/** What holds writers of a table back until the end of its transaction. */
const HOLD =
  /^(?:create\s[\w\s]*trigger\b[\s\S]*?\son|alter\s+table(?:\s+if\s+exists)?(?:\s+only)?)\s+"?(\w+)/i

/**
 * Statements that change rows of a table that exists: how many there are, nobody knows. Those of a new table may be filled
 * from others, unless a trigger or column of such a one has its writers wait meanwhile.
 */
function findBackfills(sql: string): string[] {
  if (/^-- backfill: \S/m.test(sql)) return []
  const created = [...sql.matchAll(/create\s+(?:unlogged\s+)?table\s+"?(\w+)/gi)].map(
    ([, name]) => name,
  )
  const statements = splitStatements(sql.replace(FUNCTION_BODY, "as ''"))
  const isHeld = statements.some((statement) => {
    const [, table] = HOLD.exec(statement) ?? []
    return table !== undefined && !created.includes(table)
  })
  return statements.flatMap((statement) => {
    const [, kind, table = ""] = CHANGE.exec(statement) ?? []
    const isOfNewTable = created.includes(table) && !isHeld && !/^do$/i.test(kind ?? "")
    const isConstant = /^insert\s+into[^;]*\bvalues\s*\(/i.test(statement)
    if (!kind || isOfNewTable || isConstant) return []
    return [
      `backfill of ${table || "rows"}: one statement in a file with \`-- migrate: in batches\`, which changes a thousand ` +
        "rows at a time and is repeated until none is left, or `-- backfill: <why there are few rows, or how long writers wait>`",
    ]
  })
}

/** The newest migration of the time before these rules. */
const NEWEST_FREE = "20261129180000_open_loans"

export function findUnsafeMigrations(dir = path.join(ROOT, "prisma/migrations")): Finding[] {
  return listMigrations(dir)
    .filter(({ name }) => name > NEWEST_FREE)
    .flatMap(({ name, sql }) => listUnsafe(sql).map((detail) => ({ at: name, detail })))
}
