// Shared by generators: a hash of their inputs, and atomic writing of files.
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"

export const root = path.resolve(import.meta.dirname, "../..")

/**
 * A hash of files, by their paths from the root, and of further inputs. A missing file counts as such.
 * @param {readonly string[]} files
 * @param {readonly string[]} [more]
 */
export function digestOf(files, more = []) {
  const hash = createHash("sha256").update(JSON.stringify(more))
  for (const file of files) hash.update(`\n${file}\n`).update(read(path.join(root, file)) ?? "none")
  return hash.digest("hex")
}

/**
 * @param {string} file
 * @returns {Buffer | null} null where there is none
 */
export function read(file) {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/**
 * @param {string} stamp the file that holds the hash of what its neighbours were made of
 * @param {string} digest
 */
export const isStamped = (stamp, digest) => read(stamp)?.toString() === digest

/**
 * A reader always sees the complete former or the complete new content. A file that already has this content keeps its
 * time.
 * @param {string} file
 * @param {string | Buffer} content
 */
export function writeWhole(file, content) {
  if (read(file)?.equals(Buffer.from(content))) return
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content)
  renameSync(draft, file)
}
