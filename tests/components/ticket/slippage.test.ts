import { beforeEach, describe, expect, test, vi } from "vitest"
import { readSlippage, writeSlippage } from "@/components/ticket/slippage"

describe("the slippage to begin with", () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    })
  })

  test("is one percent until somebody chooses", () => {
    expect(readSlippage()).toBe(100n)
  })

  test("comes back as it was written", () => {
    writeSlippage(250n)
    expect(readSlippage()).toBe(250n)
  })

  test.each(["-5", "9999", "abc", "1e3", ""])("%j in the storage counts as nothing", (text) => {
    kept.set("atoll.slippage", text)
    expect(readSlippage()).toBe(100n)
  })

  test("survives a forbidden storage", () => {
    vi.stubGlobal("localStorage", undefined)
    expect(readSlippage()).toBe(100n)
  })
})
