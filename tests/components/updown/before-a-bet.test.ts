import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { AwaitedRounds } from "@/components/updown/awaited-rounds"
import { SideChoice } from "@/components/updown/ticket/side-choice"
import { WAD } from "@/lib/units"

test("a side on which nothing can be won yet says so where others say what they pay", () => {
  const payouts = {
    bull: { payout: 10n * WAD, stake: 10n * WAD },
    bear: { payout: 19n * WAD, stake: 10n * WAD },
  }
  const shared = { isDisabled: false, startPrice: null, onChange: () => {}, value: "bull" as const }
  const text = renderToStaticMarkup(createElement(SideChoice, { ...shared, payouts }))
  expect(text).toContain("no win yet")
  expect(text).toContain("19.00 USDB")
  expect(text).not.toContain("10.00")
})

test("the rounds keep their place while the node is slow", () => {
  const props = { initial: null, placeholder: "Soon", children: "Rounds" }
  expect(renderToStaticMarkup(createElement(AwaitedRounds, props))).toBe("Soon")
})
