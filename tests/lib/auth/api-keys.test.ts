import { expect, test } from "vitest"
import { createKey, findKeyHolder } from "@/lib/auth/api-keys"
import { addressOf } from "@/tests/helpers/rows"

test("keys that are looked up at once each have their own holder, and an unknown one among them none", async () => {
  const wallets = [1, 2, 3, 4, 5].map((end) => addressOf(end))
  const keys = await Promise.all(wallets.map(async (wallet) => (await createKey(wallet, null)).key))
  const unknown = `atoll_${"0".repeat(64)}`
  const holders = await Promise.all([...keys, unknown].map(findKeyHolder))
  expect(holders.map((holder) => holder?.wallet ?? null)).toEqual([...wallets, null])
})
