import path from "node:path"
import type { Finding } from "./finding"
import { isCode, readSource } from "./sources"

/** Lines of a file of the product, and of a test file. */
const MAX_LINES = 400
const MAX_TEST_LINES = 500
const MAX_README_BYTES = 8 * 1024

/** Text that is data: sample texts, generated tables and records of measurements. */
const DATA =
  /\.(json|sql|snap|gas-snapshot|svg|png|woff2|ico|txt|csv|md|scenario)$|^contracts\/\.gas-snapshot$/

const isTest = (file: string) =>
  file.startsWith("tests/") || file.startsWith("contracts/test/") || /\.t\.sol$/.test(file)

/** Files longer than a reader takes in at one sitting. */
export function findLongFiles(files: readonly string[]): Finding[] {
  return files
    .filter((file) => isCode(file) && !DATA.test(file))
    .flatMap((file) => {
      const lines = readSource(file).split("\n").length - 1
      const most = isTest(file) ? MAX_TEST_LINES : MAX_LINES
      return lines > most ? [{ at: file, detail: `${lines} lines, at most ${most}` }] : []
    })
}

export function findLongReadme(): Finding[] {
  const bytes = Buffer.byteLength(readSource("README.md"))
  if (bytes <= MAX_README_BYTES) return []
  return [{ at: "README.md", detail: `${bytes} bytes, at most ${MAX_README_BYTES}` }]
}

/**
 * Next.js gives its route folders a meaning by their one file, a migration is one file, and folders of tests mirror
 * those of the sources.
 */
const SINGLE_FILE_FOLDERS =
  /^(app|public|tests|\.github|prisma\/migrations|contracts\/test|scripts\/bench\/fixture)(\/|$)|^\.ci$/

/** Folders that hold only one file, which belongs one level up. */
export function findLonelyFolders(files: readonly string[]): Finding[] {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    for (let entry = file; entry.includes("/"); entry = path.dirname(entry)) {
      const folder = path.dirname(entry)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry))
    }
  }
  return [...entries]
    .filter(([folder, inside]) => {
      const [only] = inside
      return inside.size === 1 && only && !entries.has(only) && !SINGLE_FILE_FOLDERS.test(folder)
    })
    .map(([folder]) => ({ at: folder }))
}
