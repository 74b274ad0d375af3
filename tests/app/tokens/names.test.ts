import { expect, test } from "vitest"
import { tokenMetadata, tokenNames } from "@/app/tokens/[address]/_parts/metadata"
import { toPrintable } from "@/components/pictures/frame"
import { projectLinks } from "@/components/tokens/project-text"
import { WAD } from "@/lib/units"

const address = `0x${"ab".repeat(20)}`

test.each([
  ["Kelpline", 44, "Kelpline"],
  ["  two \n lines ", 44, "two lines"],
  ["Große Öffnung – “x”", 44, "Große Öffnung – “x”"],
  ["🚀 moon 🌙", 44, "moon"],
  ["שלום", 44, ""],
  ["漢字", 44, ""],
  ["a".repeat(100), 10, `${"a".repeat(9)}…`],
])("of %s the picture draws what its font has", (text, max, drawn) => {
  expect(toPrintable(text, max)).toBe(drawn)
})

test("titles take names of any kind, shortened, and never an invisible one", () => {
  expect(tokenNames({ address, name: "\u200b", symbol: "🚀" })).toEqual({
    name: "0xabab…abab",
    symbol: "🚀",
  })
  expect([...tokenNames({ address, name: "n".repeat(100), symbol: "S" }).name]).toHaveLength(60)
})

test("a handle becomes a link, and nothing but http is one", () => {
  expect(
    projectLinks({ website: "https://a.example/x", telegram: "@kelp", socialx: "kelp_1" }),
  ).toEqual([
    { label: "Website", href: "https://a.example/x" },
    { label: "Telegram", href: "https://t.me/kelp" },
    { label: "X", href: "https://x.com/kelp_1" },
  ])
  expect(
    projectLinks({ website: "javascript:alert(1)", telegram: null, socialx: "not a handle" }),
  ).toEqual([])
})

test("the page says what it is of to search engines and previews", () => {
  const token = { address, name: "Kelpline", symbol: "KELP", priceUsd: WAD }
  expect(tokenMetadata(token)).toMatchObject({
    title: "KELP at $1.00",
    alternates: { canonical: `/tokens/${address}` },
    openGraph: { url: `/tokens/${address}` },
    twitter: { card: "summary_large_image" },
  })
})
