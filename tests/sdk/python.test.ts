import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { text } from "node:stream/consumers"
import { toFunctionSelector } from "viem"
import { describe, expect, test } from "vitest"
import { bob } from "@/tests/helpers/chain"
import { isDeep } from "@/tests/helpers/deep"
import { CAROL_KEY } from "./keys"
import { startService } from "./service"

const ROOT = path.resolve(import.meta.dirname, "../..")
const PACKAGE = path.join(ROOT, "sdk/python")
const env = { ...process.env, PYTHONPATH: path.join(PACKAGE, "src"), PYTHONDONTWRITEBYTECODE: "1" }

/** A Python that has httpx; that of the distribution may, where another one comes first. */
const python = ["python3", "/usr/bin/python3"].find(
  (command) => spawnSync(command, ["-c", "import httpx"]).status === 0,
)
if (!python) console.warn("No python3 with httpx: the tests of the Python package are not run")

describe("the Python package", () => {
  test("names functions by their selectors", () => {
    const calls: Record<string, { function: string; selector: string; types: string[] }> =
      JSON.parse(readFileSync(path.join(PACKAGE, "src/atoll_sdk/calls.json"), "utf8"))
    for (const [name, call] of Object.entries(calls)) {
      expect(call.selector, name).toBe(toFunctionSelector(`function ${call.function}`))
      expect(call.function.replace(/^\w+/, ""), name).toBe(`(${call.types.join()})`)
    }
  })

  test.runIf(python)("reads, streams, and signs nothing but what was asked for", () => {
    const args = ["-m", "unittest", "discover", path.join(PACKAGE, "tests")]
    const { status, stderr } = spawnSync(python ?? "", args, { env, encoding: "utf8" })
    expect(status, stderr).toBe(0)
    expect(stderr).toMatch(/Ran [1-9]\d* tests/)
  })

  test.runIf(python && isDeep)("trades on an instance", async () => {
    const service = await startService(async (chain) => {
      await chain.buyMain(bob, "10")
      await chain.launch(bob)
    })
    const folder = mkdtempSync(path.join(ROOT, ".data/python-"))
    const program = path.join(folder, "sign.mjs")
    writeFileSync(program, SIGNER)
    try {
      const child = spawn(python ?? "", [path.join(PACKAGE, "tests/live.py")], {
        env: {
          ...env,
          ...{ ATOLL_URL: service.url, PRIVATE_KEY: CAROL_KEY },
          ATOLL_SIGNER: JSON.stringify([process.execPath, program]),
        },
        stdio: ["ignore", "pipe", "inherit"],
      })
      const done = JSON.parse(await text(child.stdout))
      expect(done.events.filter((type: string) => type === "TokensTraded")).toHaveLength(2)
      expect(done).toMatchObject({ symbols: expect.arrayContaining(["KELP"]), streamed: "trade" })
      expect(done.trades).toBeGreaterThanOrEqual(3)
    } finally {
      rmSync(folder, { recursive: true })
      await service.stop()
    }
  })
})

/** Signs with viem what the Python program hands it. */
const SIGNER = `
import { text } from "node:stream/consumers"
import { privateKeyToAccount } from "viem/accounts"

const account = privateKeyToAccount(process.env.PRIVATE_KEY)
const { message, transaction } = JSON.parse(await text(process.stdin))
const sign = ({ to, data, nonce, chainId, ...rest }) => {
  const [value, gas, maxFeePerGas, maxPriorityFeePerGas] = [rest.value, rest.gas, rest.maxFeePerGas, rest.maxPriorityFeePerGas].map(BigInt)
  const fields = { to, data, nonce: Number(nonce), chainId: Number(chainId), value, gas, maxFeePerGas, maxPriorityFeePerGas }
  return account.signTransaction({ type: "eip1559", ...fields })
}
const answer = message ? account.signMessage({ message }) : transaction ? sign(transaction) : account.address
console.log(JSON.stringify(await answer))
`
