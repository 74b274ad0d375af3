// Locations of files that are not part of the build. The built server works in its own folder, which every build
// empties.
import { existsSync } from "node:fs"
import path from "node:path"

/**
 * Relative paths are relative to the folder of the command. If the command runs in the build's folder inside a
 * project, they are relative to the project; elsewhere the folder was copied without one.
 * @param {{ cwd: string, dir: string }} place the folder of the command, and that of the built server
 */
export function findBase({ cwd, dir }) {
  const isInBuild = cwd === dir || cwd.startsWith(`${dir}${path.sep}`)
  const project = path.resolve(dir, "../..")
  return isInBuild && existsSync(path.join(project, "package.json")) ? project : cwd
}

/**
 * The variables of the server with absolute paths.
 * @param {Record<string, string | undefined>} env
 * @param {string} base
 */
export function absoluteFolders({ DEPLOYMENTS_DIR, CONTENT_DIR }, base) {
  return {
    DEPLOYMENTS_DIR: path.resolve(base, DEPLOYMENTS_DIR || "deployments"),
    CONTENT_DIR: path.resolve(base, CONTENT_DIR || ".data/content"),
  }
}

/**
 * Why the server cannot name the contracts; null when it can.
 * @param {Record<string, string | undefined>} env
 */
export function missingAddressBook({ CONTRACTS, DEPLOYMENTS_DIR = "", CHAIN_ID }) {
  const file = path.join(DEPLOYMENTS_DIR, `${CHAIN_ID || 31337}.json`)
  if (CONTRACTS || existsSync(file)) return null
  return `There is no address book of chain ${CHAIN_ID || 31337}: ${file} does not exist.
Set CHAIN_ID to a chain with one, DEPLOYMENTS_DIR to its folder, or CONTRACTS to the address book itself.`
}
