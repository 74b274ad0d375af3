import { beforeAll, describe, expect, test } from "vitest"
import * as dataRoute from "@/app/api/internal/tokens/similar/route"
import { call } from "@/tests/helpers/call"
import { insertToken, insertTrade } from "@/tests/helpers/rows"

const ask = async (query: Record<string, string>) =>
  (await call(dataRoute, { query })).body.data.map(({ symbol, name }) => `${symbol} ${name}`)

beforeAll(async () => {
  await insertToken({ symbol: "KELP", name: "Kelp Forest" })
  const traded = await insertToken({ symbol: "kelp", name: "Another" })
  await insertTrade({ token: traded.address })
  await insertToken({ symbol: "KELPY", name: "Kelp" })
  await insertToken({ symbol: "A_B", name: "100%" })
  await insertToken({ symbol: "AXB", name: "100 per cent" })
  await insertToken({ symbol: "ПРИЛИВ", name: "Große Flut" })
})

describe("GET /api/internal/tokens/similar", () => {
  test.each([
    [
      "a symbol in any case, the traded one first",
      { symbol: "Kelp" },
      ["kelp Another", "KELP Kelp Forest"],
    ],
    ["a name in any case", { name: " kelp FOREST " }, ["KELP Kelp Forest"]],
    ["either of the two", { symbol: "AXB", name: "Kelp" }, ["KELPY Kelp", "AXB 100 per cent"]],
    ["other scripts", { symbol: "прилив" }, ["ПРИЛИВ Große Flut"]],
    ["signs of patterns as they are", { symbol: "A_B", name: "100%" }, ["A_B 100%"]],
    [
      "what looks like it",
      { symbol: "КЕLР", name: "ке1p f0rest" },
      ["kelp Another", "KELP Kelp Forest"],
    ],
    ["a part of a name is not the name", { symbol: "KEL", name: "Forest" }, []],
    ["nothing typed", {}, []],
  ] as const)("200: %s", async (_, query, addresses) => {
    expect(await ask(query)).toEqual(addresses)
  })

  test("400: longer than the factory takes", async () => {
    const answer = await call(dataRoute, { query: { symbol: "x".repeat(129) } })
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_FAILED"])
  })
})
