import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { startAnvil } from "@/scripts/local/anvil"
import { checkNode, foreignAddressBook, readSettings } from "@/scripts/local/settings"

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const folder = () => mkdtempSync(path.join(tmpdir(), "atoll-settings-"))

describe("settings", () => {
  test("nothing has to be set", () => {
    expect(readSettings({})).toMatchObject({ PORT: 3000, CHAIN_ID: 31337 })
  })

  test("RPC_URL alone is refused with its remedy", () => {
    expect(() => readSettings({ RPC_URL: "http://127.0.0.1:8545" })).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("Set CHAIN_ID") }),
    )
  })

  test("the development wallet is refused on a node of one's own, wherever it runs", () => {
    const own = { RPC_URL: "http://127.0.0.1:8545", CHAIN_ID: "56", DEV_WALLET: "on" }
    expect(() => readSettings(own)).toThrow("DEV_WALLET is on")
    expect(readSettings({ ...own, CHAIN_ID: "31337" })).toMatchObject({ DEV_WALLET: true })
  })

  test("a bad value is refused by its name", () => {
    expect(() => readSettings({ PORT: "many" })).toThrow("PORT")
  })
})

describe("address book of a foreign chain", () => {
  const zero = `0x${"0".repeat(40)}`
  const book = {
    chainId: 5,
    startBlock: 1,
    ...Object.fromEntries(
      [
        "factory",
        "swap",
        "marketTrading",
        "loanHub",
        "vesting",
        "usdb",
        "mainToken",
        "staking",
        "resolver",
        "privateMarket",
        "reader",
        "leverage",
        "taxes",
        "identityRegistry",
      ].map((name) => [name, zero]),
    ),
    upDown: { btc: zero, eth: zero, bnb: zero, cake: zero, doge: zero },
  }
  const settings = (DEPLOYMENTS_DIR: string, CONTRACTS?: string) =>
    readSettings({ RPC_URL: "http://127.0.0.1:1", CHAIN_ID: "5", DEPLOYMENTS_DIR, CONTRACTS })

  test("is read from the folder of deployments", () => {
    const dir = folder()
    writeFileSync(path.join(dir, "5.json"), JSON.stringify(book))
    expect(foreignAddressBook(settings(dir))).toMatchObject({ chainId: 5, startBlock: 1 })
  })

  test("is read from CONTRACTS", () => {
    expect(foreignAddressBook(settings(folder(), JSON.stringify(book))).chainId).toBe(5)
  })

  test.each([
    ["missing", undefined, /There is no address book for chain 5/],
    ["not JSON", "{", /is not an address book/],
    ["incomplete", JSON.stringify({ chainId: 5 }), /is not an address book[\s\S]*startBlock/],
    ["of another chain", JSON.stringify({ ...book, chainId: 6 }), /is for chain 6/],
  ])("%s is refused", (_, text, message) => {
    const dir = folder()
    if (text) writeFileSync(path.join(dir, "5.json"), text)
    expect(() => foreignAddressBook(settings(dir))).toThrow(message)
  })
})

describe("node of a foreign chain", () => {
  test("the right chain passes, another one is refused", async () => {
    const node = await startAnvil({ chainId: 77 })
    stops.push(node.stop)
    await expect(checkNode(node.url, 77)).resolves.toBeUndefined()
    await expect(checkNode(node.url, 78)).rejects.toThrow("serves chain 77, but CHAIN_ID is 78")
  })

  test("a node that fails is named without the secret in its address", async () => {
    const server = createServer((_, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    stops.push(() => server.close())
    const address = server.address()
    const port = typeof address === "object" ? address?.port : 0
    const refusal = checkNode(`http://127.0.0.1:${port}/secret`, 1)
    await expect(refusal).rejects.toThrow(`http://127.0.0.1:${port} (RPC_URL) does not answer`)
    await expect(refusal).rejects.not.toThrow("secret")
  })
})
