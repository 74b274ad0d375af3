import { beforeAll, describe, expect, test } from "vitest"
import { GET } from "@/app/api/internal/search/route"
import { pool } from "@/lib/db/client"
import { search } from "@/lib/search/queries"
import { WAD } from "@/lib/units"
import { call } from "@/tests/helpers/call"
import { insertPost } from "@/tests/helpers/reef"
import {
  addressOf,
  emptyTables,
  hashOf,
  insertHolder,
  insertSync,
  insertToken,
  insertTrade,
  insertTx,
  MAIN,
} from "@/tests/helpers/rows"

const byName: Record<string, string> = {}
const [CREATOR, TRADER] = [`0xc0ffee${"1".repeat(34)}`, `0xc0ffee${"2".repeat(34)}`]

beforeAll(async () => {
  await emptyTables()
  const names: [name: string, symbol: string][] = [
    ["Kelp", "KLP"],
    ["Kelp Forest", "FRST"],
    ["Deep Kelp", "DEEP"],
    ["Bluekelpie", "BLUE"],
    ["Lagoon", "KELP"],
    ["50% off_sale", "PCT"],
    ["Ωκεανός", "OMEGA"],
    ["Barnacle", "BARN"],
  ]
  for (const [name, symbol] of names) {
    const { address } = await insertToken({ name, symbol, dev: CREATOR })
    byName[name] = address
  }
  await insertToken({ address: MAIN, name: "Tide", symbol: "TIDE" })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD })
  const kelp = `${byName.Kelp}`
  await insertSync({ token: kelp, reserve0: WAD, reserve1: 3n * WAD })
  await insertHolder(kelp, TRADER, WAD)
  await insertHolder(kelp, kelp, WAD)
  await insertTrade({ token: kelp, user: TRADER })
  await insertTrade({ token: kelp, user: TRADER })
  await pool().query(
    "insert into token_day (token, volume, trades, moved) values ($1, 5, 1, 1), ($2, 9, 1, 1)",
    [byName.Kelp, byName.Lagoon],
  )
})

const group = async (text: string, id: string) =>
  (await search(text)).groups.find((one) => one.id === id)?.items ?? []
const tokens = async (text: string) =>
  (await group(text, "tokens")).map((item) => (item.kind === "token" ? item.name : null))

describe("tokens", () => {
  test("the platform's own come before tokens of their name", async () => {
    const { address } = await insertToken({ name: "Tide", symbol: "TIDE" })
    await pool().query(
      "insert into token_day (token, volume, trades, moved) values ($1, 99, 1, 1)",
      [address],
    )
    await insertToken({ name: "Bridged", symbol: "USDB" })
    const hrefs = async (text: string) => (await group(text, "tokens")).map(({ href }) => href)
    expect((await hrefs("tide")).slice(0, 2)).toEqual([`/tokens/${MAIN}`, `/tokens/${address}`])
    expect((await hrefs("usdb"))[0]).toBe("/faucet")
    expect(await tokens("usdb")).toEqual(["USDB", "Bridged"])
    await pool().query("delete from token where symbol = 'USDB' or address = $1", [address])
  })

  test("the name itself comes before its beginning, a word of it, and any part", async () => {
    expect(await tokens("kelp")).toEqual([
      "Lagoon",
      "Kelp",
      "Kelp Forest",
      "Deep Kelp",
      "Bluekelpie",
    ])
  })

  test.each([
    ["one letter is the beginning of a word", "k", ["Lagoon", "Kelp", "Kelp Forest", "Deep Kelp"]],
    ["no letter counts more than it says", "%", []],
    ["a pattern's signs are letters", "50% off_", ["50% off_sale"]],
    ["an underscore is no wild card", "_e", []],
    ["any script, any case", "ΩΚΕ", ["Ωκεανός"]],
    ["a misspelt name is found when nothing else is", "barnicle", ["Barnacle"]],
    ["nothing like it", "zzzzzz", []],
    ["a quote is a letter", "k'; drop table token; --", []],
    ["the symbol", "frst", ["Kelp Forest"]],
  ])("%s", async (_, text, names) => {
    expect(await tokens(text)).toEqual(names)
  })

  test("are shown with price and change", async () => {
    expect((await group("klp", "tokens"))[0]).toMatchObject({
      kind: "token",
      href: `/tokens/${byName.Kelp}`,
      priceUsd: `${6n * WAD}`,
      dayChange: "0",
    })
    expect((await group("barnacle", "tokens"))[0]).toMatchObject({ priceUsd: null })
  })

  test("are found by the beginning of their address", async () => {
    const { groups } = await search(`${byName.Barnacle}`.slice(0, 41), 30)
    expect(groups[0]?.items).toContainEqual(expect.objectContaining({ name: "Barnacle" }))
  })
})

describe("people", () => {
  test("creators and wallets are found by the beginning of their address", async () => {
    const { groups, jump } = await search("0xC0FFEE")
    expect(jump).toBeNull()
    expect(groups).toMatchObject([
      { id: "creators", items: [{ address: CREATOR, tokens: 8 }] },
      { id: "wallets", items: [{ address: TRADER, holdings: 1 }] },
    ])
  })

  test("the creator of a token that was found stands beside it", async () => {
    expect(await group("kelp", "creators")).toMatchObject([
      { address: CREATOR, tokens: 8, href: `/wallets/${CREATOR}?tab=created` },
    ])
    expect(await group("elpie", "creators")).toEqual([])
  })

  test("somebody is found by the beginning of their name, the name itself first", async () => {
    for (const [number, name] of [
      [1, "CoralReef"],
      [2, "coral"],
      [3, "coral_x"],
      [4, "hardcoral"],
      [5, "coralYx"],
    ] as const) {
      await pool().query(
        `insert into profile (wallet, username, username_key, avatar_url, updated_at)
        values ($1, $2, lower($2), 'https://pictures.example/a.png', now())`,
        [addressOf(0xc0a1 + number), name],
      )
    }
    const wallets = await group("@Coral", "wallets")
    expect(wallets.map((item) => (item.kind === "wallet" ? item.username : null))).toEqual([
      "coral",
      "coral_x",
      "coralYx",
      "CoralReef",
    ])
    expect(wallets[0]).toMatchObject({
      href: `/wallets/${addressOf(0xc0a3)}`,
      avatarUrl: "https://pictures.example/a.png",
      holdings: 0,
    })
    // An underscore is a letter, and one letter is not yet a name.
    expect(await group("coral_", "wallets")).toHaveLength(1)
    expect(await group("c", "wallets")).toEqual([])
  })

  test("an address is shown under its owner's name", async () => {
    await pool().query(
      `insert into profile (wallet, username, username_key, updated_at)
      values ($1, 'Trader', 'trader', now())`,
      [TRADER],
    )
    expect(await group(TRADER.slice(0, 12), "wallets")).toMatchObject([{ username: "Trader" }])
  })

  test("a token's contract is no wallet", async () => {
    const wallets = await group(`${byName.Kelp}`.slice(0, 30), "wallets")
    expect(wallets.map(({ href }) => href)).not.toContain(`/wallets/${byName.Kelp}`)
  })
})

describe("posts", () => {
  test("are found by what they say, the newest first; hidden ones are not", async () => {
    const [old, young] = [new Date(Date.now() - 60_000), new Date()]
    const first = await insertPost({ title: "Tides", body: "of seaGRASS", createdAt: old })
    const second = await insertPost({ title: "Seagrass", wallet: TRADER, createdAt: young })
    await insertPost({ title: "Seagrass too", hiddenBy: "reports" })
    expect(await group("seagrass", "posts")).toMatchObject([
      { href: `/reef/${second}`, title: "Seagrass", wallet: TRADER },
      { href: `/reef/${first}`, title: "Tides", comments: 0 },
    ])
    expect(await group("se", "posts")).toEqual([])
  })
})

describe("what was pasted leads", () => {
  test("a token's address to its page", async () => {
    const text = `${byName.Kelp}`.toUpperCase().replace("0X", "0x")
    expect(await search(text)).toMatchObject({
      jump: `/tokens/${byName.Kelp}`,
      groups: [{ id: "tokens", items: [{ name: "Kelp" }] }],
    })
  })

  test("any other address to that wallet, known or not", async () => {
    expect(await search(TRADER)).toMatchObject({
      jump: `/wallets/${TRADER}`,
      groups: [{ id: "wallets", items: [{ holdings: 1 }] }],
    })
    const unknown = addressOf(0xdead)
    expect(await search(unknown)).toMatchObject({
      jump: `/wallets/${unknown}`,
      groups: [{ id: "wallets", items: [{ holdings: 0 }] }],
    })
  })

  test("a hash to its transaction, known or not", async () => {
    const { hash, number } = await insertTx()
    expect(await search(hash)).toMatchObject({
      jump: `/tx/${hash}`,
      groups: [{ id: "transactions", items: [{ block: number }] }],
    })
    const unknown = hashOf(99_999_999)
    expect((await search(unknown)).groups[0]?.items).toMatchObject([{ block: null }])
  })
})

test("nothing is asked for nothing", async () => {
  expect(await search("  ")).toEqual({ query: "  ", jump: null, groups: [] })
})

describe("GET /api/internal/search", () => {
  test("200: the same as JSON, kept by nobody", async () => {
    const { status, body, headers } = await call({ GET }, { query: { q: "kelp" } })
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(await search("kelp"))))
    expect(headers.get("cache-control")).toContain("no-store")
  })

  test("200: without a text", async () => {
    expect((await call({ GET })).body).toMatchObject({ groups: [] })
  })

  test("400: a text beyond the limit", async () => {
    const { status, body } = await call({ GET }, { query: { q: "x".repeat(101) } })
    expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"])
  })
})
