import { describe, expect, it } from "vitest"
import { allowanceLabel, applyUsedComments } from "@/components/comments/allowance"

const read = { isDev: false, used: 1, earned: 3, left: 2 }

describe("withUsed", () => {
  it("takes off what was sent since the reading", () => {
    expect(applyUsedComments(read, 2)).toEqual({ ...read, used: 2, left: 1 })
    expect(applyUsedComments(read, 9)).toMatchObject({ left: 0 })
  })

  it("takes nothing off twice once the reading counts it", () => {
    expect(applyUsedComments({ ...read, used: 2, left: 1 }, 2)).toMatchObject({ used: 2, left: 1 })
    expect(applyUsedComments(read, 0)).toEqual(read)
  })

  it("leaves the creator, who needs no trade, without a limit", () => {
    const dev = { isDev: true, used: 0, earned: 0, left: null }
    expect(applyUsedComments(dev, 4)).toEqual({ ...dev, used: 4 })
    expect(allowanceLabel(applyUsedComments(dev, 4), false)).toContain("without trading")
  })
})
