import { listCrumbs } from "./crumbs"
import { findCycles } from "./cycles"
import { findBuilderStatements, findChainModels } from "./data-layer"
import { findPackageFaults } from "./dependencies"
import type { Finding } from "./finding"
import { findArrowsBackUp, findFolderPairs, findHeavySync } from "./folder-order"
import { findLonelyFolders, findLongFiles, findLongReadme } from "./layout"
import { findUnsafeMigrations } from "./migrations"
import { findMissingNouns, findPlainWordViolations } from "./plain-words"
import { isTypeScript, listFiles } from "./sources"

/**
 * Violations that the guards still accept, by guard. The lists only ever shrink: a guard also fails for an exception
 * that is no longer needed.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  builder: [],
  cycles: [],
  folderPairs: [],
  folderOrder: [],
  lines: [],
  words: [
    // Browsers have stored it under this name.
    "components/wallet/transactions/stored-transaction.ts: asked",
    // The Python package reads the rules under this name.
    "sdk/src/verification/rules/rule.ts: given",
    "tests/lib/api/body.test.ts: held",
    "tests/lib/http/client-ip.test.ts: seen",
    "tests/lib/api/route.test.ts: ended",
  ],
}

type Guard = { rule: string; find: (files: readonly string[]) => Finding[] }

const GUARDS: Readonly<Record<string, Guard>> = {
  cycles: {
    rule: "Files do not import each other in a circle, types included",
    find: (files) => findCycles(files.filter(isTypeScript)),
  },
  folderPairs: {
    rule: "No two folders of lib import each other",
    find: (files) => findFolderPairs(files.filter(isTypeScript)),
  },
  folderOrder: {
    rule: "Folders of lib import in one direction (scripts/guards/folder-order.ts)",
    find: (files) => findArrowsBackUp(files.filter(isTypeScript)),
  },
  sync: { rule: "Indexing one transaction loads little else", find: findHeavySync },
  crumbs: {
    rule: "A file of at most 40 lines with one importer and no test is part of its importer",
    find: listCrumbs,
  },
  folders: { rule: "A folder holds more than one file", find: findLonelyFolders },
  lines: { rule: "A file can be read in one sitting", find: findLongFiles },
  readme: { rule: "The README stays short; details belong into docs/", find: findLongReadme },
  glossary: {
    rule: "Folders and tables are named by nouns of docs/glossary.md",
    find: findMissingNouns,
  },
  builder: {
    rule: "What people write is read and written through prisma.<model> (lib/db/client.ts)",
    find: findBuilderStatements,
  },
  models: {
    rule: "What the chain wrote is read and written with the query builder (lib/db/client.ts)",
    find: findChainModels,
  },
  dependencies: {
    rule: "Packages are checked, open, and run nothing when they are installed (docs/dependencies.md)",
    find: () => findPackageFaults(),
  },
  migrations: {
    rule: "Migrations run beside the version before (docs/data-layer.md)",
    find: () => findUnsafeMigrations(),
  },
  words: { rule: "Names are the field's words (docs/glossary.md)", find: findPlainWordViolations },
}

/** `node --import tsx scripts/guards/index.ts` prints what breaks a rule of the code's shape. */
function main() {
  const files = listFiles()
  for (const [name, { rule, find }] of Object.entries(GUARDS)) {
    const findings = find(files)
    const accepted = EXCEPTIONS[name] ?? []
    const broken = findings.filter(({ at }) => !accepted.includes(at))
    const unneeded = accepted.filter((at) => !findings.some((finding) => finding.at === at))
    report(rule, broken)
    report(
      `No longer needed in EXCEPTIONS.${name}`,
      unneeded.map((at) => ({ at })),
    )
  }
}

function report(title: string, findings: readonly Finding[]) {
  if (findings.length === 0) return
  process.exitCode = 1
  console.log(`✗ ${title}:`)
  for (const { at, detail } of findings) console.log(`    ${at}${detail ? ` (${detail})` : ""}`)
}

main()
