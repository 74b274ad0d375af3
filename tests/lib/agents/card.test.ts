import { describe, expect, test } from "vitest"
import { cleanAndCut, NO_CARD, readCard } from "@/lib/agents/card"
import { toDataUri } from "@/tests/helpers/agents"

describe("the card of a URI", () => {
  test("has name, description, picture and services", () => {
    const services = [
      { name: "MCP", endpoint: "https://agent.example/mcp", version: "2025-06-18" },
      { name: "email", endpoint: "mail@agent.example" },
    ]
    const file = { name: "Pilot", description: "Trades\ntides.", image: "ipfs://bafy", services }
    expect(readCard(toDataUri({ ...file, active: true }))).toEqual({
      ...file,
      services: [services[0], { ...services[1], version: null }],
    })
  })

  test("is cut to the limits, in whole characters, without what pages cannot show", () => {
    const card = readCard(
      toDataUri({
        name: `\u0000\u202e ${"🐙".repeat(120)}`,
        description: `${"a".repeat(600)}`,
        services: Array.from({ length: 30 }, () => ({ name: "web", endpoint: "https://a" })),
      }),
    )
    expect(card.name).toBe("🐙".repeat(100))
    expect(card.description).toHaveLength(500)
    expect(card.services).toHaveLength(20)
  })

  test("a half character is replaced, as it cannot be stored", () => {
    const uri = `data:application/json;base64,${Buffer.from('{"name":"a\\ud800b"}').toString("base64")}`
    expect(readCard(uri).name).toBe("a\ufffdb")
    expect(cleanAndCut("\udc00", 5)).toBe("\ufffd")
  })

  test.each([
    "",
    "https://agent.example/card.json",
    "ipfs://bafy",
    "data:application/json,{}",
    "data:text/html;base64,e30=",
    "data:application/json;base64,e30=x",
    "data:application/json;base64,bm90IGpzb24=",
    "data:application/json;base64,W10=",
    "data:application/json;base64,bnVsbA==",
  ])("none of %s", (uri) => {
    expect(readCard(uri)).toEqual(NO_CARD)
  })

  test("what is of another kind is left out", () => {
    const services = [null, "web", { name: "web" }, { name: 1, endpoint: "https://a" }]
    expect(readCard(toDataUri({ name: 7, description: [], image: " ", services }))).toEqual({
      ...NO_CARD,
      services: [],
    })
  })
})
