import { beforeAll, describe, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findAddressLinks, findMentions, resolveMentions } from "@/lib/search/mentions/queries"
import { WAD } from "@/lib/units"
import { emptyTables, insertSync, insertToken, MAIN } from "@/tests/helpers/rows"

const at: Record<string, string> = {}

beforeAll(async () => {
  await emptyTables()
  await insertToken({ address: MAIN, name: "Tide", symbol: "TIDE" })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD })
  for (const [name, symbol] of [
    ["Kelp", "KELP"],
    ["False kelp", "kelp"],
    ["Coral", "CORAL"],
  ] as const) {
    at[name] = (await insertToken({ name, symbol })).address
  }
})

const named = async (...texts: string[]) =>
  (await findMentions(texts)).map((mentions) =>
    mentions.map((mention) => ("name" in mention ? mention.name : "")),
  )

describe("what texts name", () => {
  test("is found by address, by symbol in any case, and by a link to its page", async () => {
    expect(await named(`${at.Coral} and $tide`)).toEqual([["Coral", "Tide"]])
    expect(await named(`http://localhost:3000/tokens/${at.Coral}?interval=1h`)).toEqual([["Coral"]])
  })

  test("has a page of its own, whatever else is named with it", async () => {
    const strangers = Array.from({ length: 30 }, (_, n) => `0x${`${n}`.padStart(40, "0")}`)
    const market = await insertToken({ name: "Rain", symbol: "RAIN" })
    await pool().query("update token set is_prediction = true where address = $1", [market.address])
    expect(
      await findAddressLinks([strangers.join(" "), `${at.Coral}`, `@${MAIN} ${market.address}`]),
    ).toEqual({
      [at.Coral ?? ""]: `/tokens/${at.Coral}`,
      [market.address]: `/markets/${market.address}`,
    })
    expect(await findAddressLinks(["nothing", "$TIDE"])).toEqual({})
  })

  test("is told for each text, each thing once", async () => {
    expect(await named(`$CORAL ${at.Coral}`, "nothing", "$TIDE")).toEqual([["Coral"], [], ["Tide"]])
  })

  test("comes with the price of the moment", async () => {
    const [tide] = await resolveMentions({ addresses: [MAIN], symbols: [] })
    expect(tide).toMatchObject({
      kind: "token",
      href: `/tokens/${MAIN}`,
      priceUsd: expect.stringMatching(/^\d+$/),
    })
  })

  test("is one of several of a symbol", async () => {
    const [matches] = await named("$Kelp")
    expect(matches).toHaveLength(1)
  })

  test("is nothing for what is not known, nor for what looks like a pattern", async () => {
    expect(await named(`0x${"77".repeat(20)} $NOBODY $K%`, "$$TIDE", "")).toEqual([[], [], []])
  })

  test("is at most four things, however many are named", async () => {
    const all = [MAIN, ...Object.values(at)].join(" ")
    const strangers = Array.from({ length: 30 }, (_, n) => `0x${`${n}`.padStart(40, "0")}`).join(
      " ",
    )
    expect((await named(`${all} $CORAL $TIDE`))[0]).toHaveLength(4)
    expect(await named(`${strangers} ${MAIN}`)).toEqual([[]])
  })
})
