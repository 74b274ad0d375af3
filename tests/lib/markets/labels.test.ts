import { expect, test } from "vitest"
import { statusLabels, toOutcomeName } from "@/lib/markets/labels"
import { predictionStatuses } from "@/lib/markets/status"

test("names options and the outcomes that are none", () => {
  expect([0, 1, 7, 253, 254].map((id) => toOutcomeName(["Yes", "No"], id))).toEqual([
    "Yes",
    "No",
    "Outcome 7",
    "Too early to say",
    "Invalid",
  ])
})

test("has other words for every state", () => {
  const names = predictionStatuses.map((status) => statusLabels[status].name)
  expect(new Set(names).size).toBe(predictionStatuses.length)
})
