import { randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import path from "node:path"
import { DEFAULT_LIMITS, type Limits, parseLimits, toLimitsJson, unreadable } from "./limits"

type Env = Readonly<Record<string, string | undefined>>

/** Folder of the settings, after the XDG base directory specification. */
export const configFolder = (env: Env = process.env) =>
  path.join(env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "atoll")

export const defaultLimitsFile = (env: Env = process.env) =>
  path.join(configFolder(env), "limits.json")

/** The limits of a file, or the default ones where there is none. */
export async function readLimits(file: string): Promise<Limits> {
  const text = await readText(file)
  if (text === null) return DEFAULT_LIMITS
  await requirePrivate(file)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw unreadable(`${file} is not JSON`, error)
  }
  return parseLimits(json)
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    throw unreadable(`${file} cannot be opened`, error)
  }
}

const OTHERS_MAY_WRITE = 0o022

/** Any user who may write the file sets the limits. */
async function requirePrivate(file: string) {
  const { mode } = await stat(file)
  if (process.platform === "win32" || (mode & OTHERS_MAY_WRITE) === 0) return
  throw unreadable(`others may write ${file}: chmod 600 it`)
}

export const writeLimits = (file: string, limits: Limits) =>
  writePrivate(file, `${JSON.stringify(toLimitsJson(limits), null, 2)}\n`)

/** Replaces a file that only its owner may read, at once or not at all. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx" })
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
