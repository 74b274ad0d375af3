/**
 * API keys that the SDK has created for accounts of this computer, beside those that the command stores: a key is
 * shown once, and the next run of a program must find it. Browsers store none.
 */
export type KeyFile = {
  /** Keys that may be the wallet's present one: the SDK's own, and the command's. */
  list: () => string[]
  /** A key that cannot be kept is made again the next time. */
  write: (key: string) => void
  remove: () => void
}

type Env = Readonly<Record<string, string | undefined>>

/** Null where there are no files: in browsers. */
export function findKeyFile(url: string, wallet: string, variables?: Env): KeyFile | null {
  const runtime = typeof process === "undefined" ? undefined : process
  const env = variables ?? runtime?.env ?? {}
  // With an import, everyone who bundles for browsers would have to exclude it.
  const fs = runtime?.getBuiltinModule?.("node:fs")
  const path = runtime?.getBuiltinModule?.("node:path")
  const home = runtime?.getBuiltinModule?.("node:os").homedir()
  if (!runtime || !fs || !path || !home) return null
  const folder = path.join(env.XDG_CONFIG_HOME || path.join(home, ".config"), "atoll")
  const owner = wallet.toLowerCase()
  const file = path.join(folder, "keys", `${url.replace(/[^A-Za-z0-9.-]/g, "_")}-${owner}`)
  const read = (name: string) => {
    try {
      return fs.readFileSync(name, "utf8").trim()
    } catch {
      return ""
    }
  }
  const readCommands = (): string => {
    try {
      const kept = JSON.parse(read(path.join(folder, "services.json")))[url]
      return kept?.wallet === owner && typeof kept.key === "string" ? kept.key : ""
    } catch {
      return ""
    }
  }
  return {
    list: () => [read(file), readCommands()].filter((key) => key !== ""),
    write: (key) => {
      try {
        fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
        const draft = `${file}.${runtime.pid}`
        fs.writeFileSync(draft, `${key}\n`, { mode: 0o600 })
        fs.renameSync(draft, file)
      } catch {
        // Said above.
      }
    },
    remove: () => fs.rmSync(file, { force: true }),
  }
}
