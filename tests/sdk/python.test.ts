import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { text } from "node:stream/consumers"
import { describe, expect, test } from "vitest"
import { bob, carol } from "@/tests/helpers/chain"
import { isDeep } from "@/tests/helpers/deep"
import { CAROL_KEY } from "./keys"
import { findPython, PACKAGE, pythonEnv } from "./python"
import { startService } from "./service"

const python = findPython("import httpx")
const NO_HTTPX = "no python3 with httpx"

describe("the Python package", () => {
  test("reads, streams, and signs nothing but what was asked for", ({ skip }) => {
    if (!python) return skip(NO_HTTPX)
    const args = ["-m", "unittest", "discover", path.join(PACKAGE, "tests")]
    const { status, stderr } = spawnSync(python, args, { env: pythonEnv, encoding: "utf8" })
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/Ran [1-9]\d* tests/)
  })

  test.runIf(isDeep)("is installed from its wheel into a fresh environment", ({ skip }) => {
    const pip = findPython("import pip")
    if (!python || !pip) return skip(python ? "no pip" : NO_HTTPX)
    const folder = mkdtempSync(path.join(tmpdir(), "atoll-wheel-"))
    const run = (command: string, ...args: string[]) => {
      const { PYTHONPATH = "" } = process.env
      const env = { ...process.env, PYTHONPATH, PYTHONDONTWRITEBYTECODE: "1" }
      const done = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" })
      expect(done.status, `${args.join(" ")}\n${done.stdout}${done.stderr}`).toBe(0)
      return done.stdout
    }
    try {
      // An environment that sees httpx, which no index is asked for.
      run(python, "-m", "venv", "--without-pip", "--system-site-packages", "fresh")
      const own = path.join(folder, "fresh/bin/python")
      const offline = ["--no-deps", "--no-index", "--quiet", "--no-compile"]
      run(pip, "-m", "pip", "--python", own, "install", ...offline, PACKAGE)
      const program = "import atoll_sdk; print(len(atoll_sdk.VERIFIED_ACTIONS), atoll_sdk.__file__)"
      const [count, file] = run(own, "-c", program).split(" ")
      expect(Number(count)).toBeGreaterThan(30)
      expect(file).toContain(path.join(folder, "fresh"))
      expect(
        run(own, "-c", "import importlib.metadata as m; print(m.version('atoll-sdk'))"),
      ).toMatch(/^1\./)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.runIf(isDeep)("trades on an instance, within limits", async ({ skip }) => {
    if (!python) return skip(NO_HTTPX)
    const service = await startService(async (chain) => {
      await chain.buyMain(bob, "10")
      await chain.launch(bob)
    })
    const folder = mkdtempSync(path.join(tmpdir(), "atoll-python-"))
    try {
      const child = spawn(python, [path.join(PACKAGE, "tests/live.py")], {
        env: {
          ...pythonEnv,
          ...{ ATOLL_URL: service.url, ATOLL_PRIVATE_KEY: CAROL_KEY },
          ATOLL_LIMITS: path.join(folder, "limits.json"),
        },
        stdio: ["ignore", "pipe", "inherit"],
      })
      const done = JSON.parse(await text(child.stdout))
      expect(done.events.filter((type: string) => type === "TokensTraded")).toHaveLength(2)
      expect(done).toMatchObject({ symbols: expect.arrayContaining(["KELP"]), streamed: "trade" })
      expect(done.trades).toBeGreaterThanOrEqual(3)
      expect(done.codes).toEqual(["LIMIT_PER_DAY"])
      expect([done.kept, done.keys]).toEqual([carol, 1])
      expect(done.refused).toEqual([
        expect.stringContaining("`signer`"),
        expect.stringContaining("replace_key=True"),
      ])
    } finally {
      rmSync(folder, { recursive: true })
      await service.stop()
    }
  })
})
