import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { dismiss, readDismissed } from "@/components/loans/reminder/dismissed"
import { FakeStorage } from "@/tests/helpers/local-storage"

const due = (...ids: string[]) => ids.map((id) => ({ id }))

beforeEach(() => {
  vi.stubGlobal("window", {})
  vi.stubGlobal("localStorage", new FakeStorage())
})

afterEach(() => void vi.unstubAllGlobals())

test("a reminder stays dismissed for its wallet, loan and step", () => {
  expect(readDismissed("0xa")).toEqual([])
  expect(dismiss("0xa", "hub-1.5.week", due("hub-1.5.week", "hub-2.6.week"))).toEqual([
    "hub-1.5.week",
  ])
  dismiss("0xa", "hub-2.6.week", due("hub-1.5.week", "hub-2.6.week"))
  expect(readDismissed("0xa")).toEqual(["hub-1.5.week", "hub-2.6.week"])
  expect(readDismissed("0xb")).toEqual([])
})

test("reminders of loans that are not due any more are forgotten", () => {
  dismiss("0xa", "hub-1.5.week", due("hub-1.5.week"))
  expect(dismiss("0xa", "hub-2.6.day", due("hub-2.6.day"))).toEqual(["hub-2.6.day"])
})
