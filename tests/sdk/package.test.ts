import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import path from "node:path"
import { buildSync } from "esbuild"
import { describe, expect, test } from "vitest"
import { actions } from "@/lib/actions/registry"
import manifest from "@/package.json"
import { listSources, packSdk } from "@/scripts/sdk/pack.mjs"
import sdkManifest from "@/sdk/package.json"
import { actionFields } from "@/sdk/src/client"
import { VERSION } from "@/sdk/src/version"
import { isDeep } from "@/tests/helpers/deep"

const ROOT = path.resolve(import.meta.dirname, "../..")

describe("the package of the SDK", () => {
  test("has the versions of the repository", () => {
    const own: Record<string, string> = manifest.dependencies
    const names = Object.keys(sdkManifest.dependencies)
    expect(sdkManifest.dependencies).toEqual(
      Object.fromEntries(names.map((name) => [name, own[name]])),
    )
    expect(sdkManifest.version).toBe(manifest.version)
    expect(VERSION).toBe(sdkManifest.version)
  })

  test("is made of what is in the repository: it is not packed again after its first making", () => {
    const sources = listSources()
    expect(sources.length).toBeGreaterThan(50)
    const { stdout, status } = spawnSync("git", ["check-ignore", ...sources], { encoding: "utf8" })
    // 1: none of them.
    expect([stdout, status]).toEqual(["", 1])
  })

  test("knows the actions of the service", () => {
    expect(Object.keys(actionFields)).toEqual(actions.map(({ name }) => name))
  })

  test("has no module of Node where browsers load it, and names that survive a bundler", async () => {
    const { outputFiles } = buildSync({
      entryPoints: [path.join(ROOT, "sdk/src/client.ts")],
      ...{ bundle: true, minify: true, write: false, platform: "browser", format: "esm" },
    })
    const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")
    const { NotFoundError } = await import(`data:text/javascript;base64,${code}`)
    expect(`${new NotFoundError("none", { code: "NONE" })}`).toBe("NotFoundError: none")
  })

  // Builds the package, which takes the compiler ten seconds.
  test.runIf(isDeep)("is installed from its file, type checks, and runs", async () => {
    const folder = mkdtempSync(path.join(ROOT, ".data/package-"))
    const run = (command: string, args: string[]) => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" })
      expect(status, `${command} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0)
      return stdout
    }
    try {
      // As a build of the app does it.
      rmSync(path.join(ROOT, "sdk/dist"), { recursive: true, force: true })
      await packSdk(folder)
      const before = statSync(path.join(folder, "atoll-sdk.tgz")).mtimeMs
      await packSdk(folder)
      expect(statSync(path.join(folder, "atoll-sdk.tgz")).mtimeMs).toBe(before)
      expect(run("tar", ["-tzf", "atoll-sdk-python.tar.gz"])).toMatch(/^python\/pyproject\.toml$/m)
      const installed = path.join(folder, "node_modules/atoll-sdk")
      mkdirSync(installed, { recursive: true })
      run("tar", ["-xzf", "atoll-sdk.tgz", "-C", installed, "--strip-components=1"])
      for (const name of [...Object.keys(sdkManifest.dependencies), "@types/node"]) {
        const link = path.join(folder, "node_modules", name)
        mkdirSync(path.dirname(link), { recursive: true })
        symlinkSync(path.join(ROOT, "node_modules", name), link)
      }
      writeFileSync(path.join(folder, "package.json"), '{"type": "module"}')
      writeFileSync(path.join(folder, "main.ts"), PROGRAM)
      for (const [module, moduleResolution] of Object.entries({
        nodenext: "nodenext",
        esnext: "bundler",
      })) {
        const options = { module, moduleResolution, target: "es2023", types: ["node"] }
        const compilerOptions = { ...options, strict: true, noEmit: true, skipLibCheck: true }
        const config = JSON.stringify({ compilerOptions, files: ["main.ts"] })
        writeFileSync(path.join(folder, "tsconfig.json"), config)
        run(process.execPath, [path.join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."])
      }
      writeFileSync(
        path.join(folder, "main.mjs"),
        'import { createAtoll } from "atoll-sdk"\nimport "atoll-sdk/signing"\nconsole.log(typeof createAtoll)\n',
      )
      expect(run(process.execPath, ["main.mjs"])).toBe("function\n")
      expect(run(process.execPath, [path.join(installed, "dist/cli.js"), "--help"])).toContain(
        "doctor",
      )
      expect(existsSync(path.join(installed, "src"))).toBe(false)
      expect(readFileSync(path.join(installed, "README.md"), "utf8")).toContain("createAtoll")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const PROGRAM = `
import { type Action, AtollError, createAtoll } from "atoll-sdk"
import { createSigner } from "atoll-sdk/signing"
import { privateKeyToAccount } from "viem/accounts"

const account = privateKeyToAccount("0x${"11".repeat(32)}")
const atoll = createAtoll({ url: "http://localhost:3000", account })
export async function main() {
  for await (const token of atoll.tokens.list({ limit: 5 })) console.log(token.symbol.length)
  const { transactions } = await atoll.markets.buy({ market: "0x", outcomeId: 0, amount: "1" })
  // @ts-expect-error the field is missing
  await atoll.tokens.buy({ token: "0x" })
  const action: Action = { action: "vault.lock", amount: "1" }
  await createSigner({ account, limitsFile: "limits.json" }).execute(atoll, action)
  return transactions[0]?.hash ?? new AtollError("none", { code: "NONE" }).code
}
`
