// Where the built server finds what is not part of the build. It works in its own folder, which every build empties.
import { existsSync } from "node:fs"
import path from "node:path"
import { SECRETS } from "@/lib/secret-files.mjs"

type Variables = Record<string, string | undefined>

/**
 * Relative paths are meant from where the command is run. Who runs it in the build's folder inside a project means the
 * project; elsewhere the folder was put there alone. `dir` is the folder of the built server.
 */
export function findBase({ cwd, dir }: { cwd: string; dir: string }) {
  const isInBuild = cwd === dir || cwd.startsWith(`${dir}${path.sep}`)
  const project = path.resolve(dir, "../..")
  return isInBuild && existsSync(path.join(project, "package.json")) ? project : cwd
}

/** The variables of the server with absolute paths. */
export function absoluteFolders(variables: Variables, base: string) {
  const { DEPLOYMENTS_DIR, CONTENT_DIR } = variables
  const secrets = SECRETS.flatMap((name) => {
    const file = variables[`${name}_FILE`]
    return file ? [[`${name}_FILE`, path.resolve(base, file)]] : []
  })
  return {
    ...Object.fromEntries(secrets),
    DEPLOYMENTS_DIR: path.resolve(base, DEPLOYMENTS_DIR || "deployments"),
    CONTENT_DIR: path.resolve(base, CONTENT_DIR || ".data/content"),
  }
}

/** Why the server cannot name the contracts; null when it can. */
export function missingAddressBook({ CONTRACTS, DEPLOYMENTS_DIR = "", CHAIN_ID }: Variables) {
  const file = path.join(DEPLOYMENTS_DIR, `${CHAIN_ID || 31337}.json`)
  if (CONTRACTS || existsSync(file)) return null
  return `There is no address book of chain ${CHAIN_ID || 31337}: ${file} does not exist.
Set CHAIN_ID to a chain with one, DEPLOYMENTS_DIR to its folder, or CONTRACTS to the address book itself.`
}
