import { expect, test } from "vitest"
import { predictionStatuses } from "@/lib/markets/status"
import { chance, outcomeName, statusWords } from "@/lib/markets/words"

test.each([
  [0, "0%"],
  [0.004, "<1%"],
  [0.01, "1%"],
  [0.499999, "49%"],
  [0.99, "99%"],
  [0.996, ">99%"],
  [1, "100%"],
])("shows a probability of %d as %s", (probability, text) => {
  expect(chance(probability)).toBe(text)
})

test("names options and the outcomes that are none", () => {
  expect([0, 1, 7, 253, 254].map((id) => outcomeName(["Yes", "No"], id))).toEqual([
    "Yes",
    "No",
    "Outcome 7",
    "Too early to say",
    "Invalid",
  ])
})

test("has other words for every state", () => {
  const names = predictionStatuses.map((status) => statusWords[status].name)
  expect(new Set(names).size).toBe(predictionStatuses.length)
})
