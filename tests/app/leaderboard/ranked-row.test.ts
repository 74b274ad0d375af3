import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { RankedRow } from "@/app/leaderboard/_parts/ranked-list"
import type { RankedWallet } from "@/lib/profiles/ranks/ranked-wallets"

const entry: RankedWallet = {
  rank: 3,
  wallet: `0x${"ab".repeat(20)}`,
  username: "northdesk",
  avatarUrl: null,
  tier: "Hatchling",
  tierEmoji: "🐣",
  socials: [],
  rankDelta: null,
  isAgent: true,
}

/** The parts of the cell of a wallet's name, which stand in one line. */
function readNameLine(change: Partial<RankedWallet>) {
  const row = renderToStaticMarkup(createElement(RankedRow, { entry: { ...entry, ...change } }))
  const line = /<th [^>]*><span class="flex items-center [^"]*">(.*)<\/span><\/th>/.exec(row)
  return line?.[1]
}

test("an agent's badge stands in the line of its name, not below it", () => {
  expect(readNameLine({})).toMatch(/^<a class="rank-link".*>northdesk<.*<\/a><a .*>Agent<.*<\/a>$/)
})

test("a wallet that is no agent has no badge", () => {
  const line = readNameLine({ isAgent: false })
  expect(line).toContain("northdesk")
  expect(line).not.toContain("Agent")
})
