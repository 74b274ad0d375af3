import { expect, test } from "vitest"
import { findMeant } from "@/lib/api/parse"

const names = ["search", "dev", "isPrediction", "status", "sort", "page", "limit", "from", "to"]

test.each([
  ["statuses", "status"],
  ["STATUS", "status"],
  ["is_prediction", "isPrediction"],
  ["isPredicton", "isPrediction"],
  ["serach", "search"],
  ["searches", "search"],
  ["limits", "limit"],
  ["pages", "page"],
  ["statis", "status"],
  ["foo", undefined],
  ["form", undefined],
  ["short", undefined],
  ["dex", undefined],
  ["offset", undefined],
  ["pageSize", undefined],
  ["sortBy", undefined],
  ["__proto__", undefined],
  ["", undefined],
])("%j was meant to be %j", (name, meant) => {
  expect(findMeant(name, names)).toBe(meant)
})
