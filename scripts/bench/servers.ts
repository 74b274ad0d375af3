import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { freePort } from "@/scripts/local/anvil"

const root = path.resolve(import.meta.dirname, "../..")
const require = createRequire(import.meta.url)

/** What the product does not start without. */
export const SECRETS = {
  SESSION_SECRET: "a secret of the benches with more than 32 characters",
  TOKEN_ENCRYPTION_KEY: "another secret of the benches, as long as the first",
}

export type Running = { url: string; stop: () => Promise<void> }

/** Starts a server on a free port of this machine and waits until it answers. */
export async function startServer(
  file: string,
  variables: Record<string, string>,
  node: string[] = [],
): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...node, file], {
    cwd: path.dirname(file),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: `${port}`,
      HOSTNAME: "127.0.0.1",
      BASE_URL: url,
      ...variables,
    },
  })
  let log = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      log = (log + chunk).slice(-4_000)
    })
  }
  const stop = () => waitForExit(child)
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`${file} ended:\n${log}`)
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${file} does not answer:\n${log}`)
}

function waitForExit(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  child.kill("SIGKILL")
  return exit
}

/** Builds the constant Next app once per version of Next and of its sources; answers its server. */
export async function buildConstantApp(): Promise<string> {
  const source = path.join(root, "scripts/bench/fixture")
  const folder = path.join(root, ".data/bench/fixture")
  const stamp = path.join(folder, "stamp")
  const { version } = require("next/package.json")
  const route = readFileSync(path.join(source, "app/[name]/route.js"), "utf8")
  const wanted = `${version}\n${route}`
  const server = path.join(folder, ".next/standalone/.data/bench/fixture/server.js")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && existsSync(server))
    return server
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [require.resolve("next/dist/bin/next"), "build"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    })
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The constant app could not be built (${code})`)),
    )
  })
  writeFileSync(stamp, wanted)
  return server
}
