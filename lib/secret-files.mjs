// Secrets that files hold, as Docker and Kubernetes mount them. Plain JavaScript: commands read it without a compiler.
import { readFileSync } from "node:fs"

/** Variables that may stand in a file instead, whose path is in <NAME>_FILE. */
export const SECRETS = Object.freeze([
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "DATABASE_DIRECT_URL",
  "SESSION_SECRET",
  "SESSION_SECRET_FORMER",
  "TOKEN_ENCRYPTION_KEY",
  "TOKEN_ENCRYPTION_KEY_FORMER",
  "RPC_URL",
  "CRON_SECRET",
  "KEEPER_PRIVATE_KEY",
  "FAUCET_PRIVATE_KEY",
  "REDIS_URL",
  "UPSTASH_REDIS_REST_TOKEN",
  "PIN_API_TOKEN",
  "SOCIAL_CLIENT_SECRET",
])

/**
 * What the files of the variables hold, under the secrets' own names. <NAME>_FILE becomes empty, which counts as absent:
 * a process that inherits both would refuse them.
 * @param {Record<string, string | undefined>} variables
 * @returns {Record<string, string>}
 */
export function readSecretFiles(variables) {
  const entries = SECRETS.flatMap((name) => {
    const file = variables[`${name}_FILE`]
    if (!file) return []
    if (variables[name]) throw new Error(`${name} and ${name}_FILE are both set: unset one of them`)
    return [
      [name, readSecret(name, file)],
      [`${name}_FILE`, ""],
    ]
  })
  return Object.fromEntries(entries)
}

/**
 * The text of the file without its last line break.
 * @param {string} name
 * @param {string} file
 */
function readSecret(name, file) {
  const secret = readText(name, file).replace(/\r?\n$/, "")
  if (secret === "") throw new Error(`${name}_FILE names an empty file: ${file}`)
  return secret
}

/**
 * @param {string} name
 * @param {string} file
 */
function readText(name, file) {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    const reason = error instanceof Error ? error.message : `${error}`
    throw new Error(`${name}_FILE cannot be read: ${reason}`)
  }
}
