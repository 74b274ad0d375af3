import { expect, test } from "vitest"
import type { StoredTransaction } from "@/components/wallet/transactions/stored-transaction"
import { findLastEnd } from "@/components/wallet/use-wallet-data"

test("finds the last end among the wallet's own transactions", () => {
  const transaction: StoredTransaction = {
    ...{ id: "1", chainId: 1, from: "0xa", name: "redeem", title: "Redeem", phase: "pending" },
    ...{ call: { to: "0xb", data: "0x", value: null }, approval: null, asked: null },
    ...{ hash: "0xc", nonce: 1 },
    ...{ sync: [], startedAt: 1, endedAt: null, failure: null },
  }
  const ended: StoredTransaction = { ...transaction, phase: "indexed", endedAt: 20 }
  expect(findLastEnd([transaction], "0xa")).toBe(0)
  expect(findLastEnd([transaction, ended, { ...ended, endedAt: 10 }], "0xa")).toBe(20)
  expect(findLastEnd([ended], "0xd")).toBe(0)
})
