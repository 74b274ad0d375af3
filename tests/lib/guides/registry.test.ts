import { readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { writeGuide } from "@/lib/guides/guide"
import { guides } from "@/lib/guides/registry"

const FACTS = { origin: "https://atoll.example", chainId: 7, tide: `0x${"ab".repeat(20)}` }

describe("the guides", () => {
  test("are the files of content/docs", () => {
    const files = readdirSync("content/docs").filter((file) => file.endsWith(".md"))
    expect(guides.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort())
  })

  test.each(guides)("$slug names this deployment, and leaves no name unfilled", (guide) => {
    const text = writeGuide(guide, FACTS)
    expect(text).toMatch(/^# [A-Z].+\n\n> [A-Z].+\.\n\n/)
    expect(text).not.toContain("{{")
    expect(text.includes(FACTS.origin)).toBe(guide.slug !== "changelog")
  })
})
