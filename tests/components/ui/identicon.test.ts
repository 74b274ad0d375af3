import { describe, expect, test } from "vitest"
import { createPattern } from "@/components/ui/identicon"

const ADDRESS = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

describe("the pattern of an address", () => {
  test("is the same whatever the case", () => {
    expect(createPattern(ADDRESS.toUpperCase().replace("0X", "0x"))).toEqual(createPattern(ADDRESS))
  })

  test("differs with one digit", () => {
    expect(createPattern(ADDRESS.replace(/8$/, "9"))).not.toEqual(createPattern(ADDRESS))
  })

  test("is its own mirror image", () => {
    const cells = createPattern(ADDRESS).cells.map(([x, y]) => `${x}.${y}`)
    const mirrored = createPattern(ADDRESS).cells.map(([x, y]) => `${4 - x}.${y}`)
    expect(new Set(mirrored)).toEqual(new Set(cells))
    expect(new Set(cells).size).toBe(cells.length)
  })

  test("exists for what is no address", () => {
    expect(createPattern("vitalik").cells).toEqual([])
  })
})
