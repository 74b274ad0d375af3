import { createClient, custom, type Hex, numberToHex } from "viem"
import { describe, expect, test } from "vitest"
import { type SentTransaction, waitForOutcome } from "@/components/wallet/transactions/watch"

const FROM = `0x${"a".repeat(40)}` as const
const TO = `0x${"b".repeat(40)}` as const
const HASH: Hex = `0x${"1".repeat(64)}`
const OTHER: Hex = `0x${"2".repeat(64)}`
const NONCE = 7

type Tx = {
  hash: Hex
  from: Hex
  to: Hex
  input: Hex
  value: bigint
  nonce: number
  block: number | null
}

const own: Tx = {
  hash: HASH,
  from: FROM,
  to: TO,
  input: "0x1234",
  value: 0n,
  nonce: NONCE,
  block: null,
}
const sent: SentTransaction = {
  hash: HASH,
  from: FROM,
  nonce: NONCE,
  call: { to: TO, data: "0x1234" },
}

/** A node with these transactions; its first `fails` requests fail. */
function node(transactions: Tx[], { head = 20, fails = 0 } = {}) {
  let failures = fails
  const rpc = (tx: Tx) => ({
    ...tx,
    type: "0x2",
    gas: "0x1",
    value: numberToHex(tx.value),
    nonce: numberToHex(tx.nonce),
    blockNumber: tx.block === null ? null : numberToHex(tx.block),
  })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [first, second] = Array.isArray(params) ? params : []
    if (failures-- > 0) throw new Error("The node is away")
    switch (method) {
      case "eth_getTransactionReceipt": {
        const tx = transactions.find(({ hash, block }) => hash === first && block !== null)
        if (!tx) return null
        const block = numberToHex(tx.block ?? 0)
        return { transactionHash: tx.hash, status: "0x1", blockNumber: block, logs: [] }
      }
      case "eth_getTransactionByHash": {
        const tx = transactions.find(({ hash }) => hash === first)
        return tx ? rpc(tx) : null
      }
      case "eth_getTransactionCount": {
        const at = second === "latest" ? head : Number(second)
        const mined = transactions.filter(({ block }) => block !== null && block <= at)
        return numberToHex(Math.max(NONCE, ...mined.map(({ nonce }) => nonce + 1)))
      }
      case "eth_blockNumber":
        return numberToHex(head)
      case "eth_getBlockByNumber": {
        const within = transactions.filter(({ block }) => block === Number(first))
        return { number: first, transactions: within.map(rpc) }
      }
      default:
        throw new Error(method)
    }
  }
  return createClient({ transport: custom({ request }, { retryCount: 0 }) })
}

/** Polls ten times at most. */
function watch(client: ReturnType<typeof node>, what = sent) {
  const nonces: number[] = []
  let looks = 10
  const outcome = waitForOutcome(client, what, {
    onNonce: (nonce) => nonces.push(nonce),
    shouldContinue: () => looks-- > 0,
    pause: async () => {},
  })
  return { outcome, nonces }
}

describe("a sent transaction", () => {
  test("resolves with its receipt, which needs no nonce", async () => {
    const { outcome } = watch(node([{ ...own, block: 12 }]), { ...sent, nonce: null })
    expect(await outcome).toMatchObject({ kind: "mined", receipt: { blockNumber: 12n } })
  })

  test("reports its nonce while it is pending", async () => {
    const { outcome, nonces } = watch(node([own]), { ...sent, nonce: null })
    expect(await outcome).toBeNull()
    expect(nonces).toEqual([NONCE])
  })

  test("is found under its new hash when the wallet repriced it, even while no page was open", async () => {
    const { outcome } = watch(node([{ ...own, hash: OTHER, block: 15 }]))
    expect(await outcome).toMatchObject({ kind: "mined", receipt: { transactionHash: OTHER } })
  })

  test("is cancelled when the wallet sent nothing to itself instead", async () => {
    const instead = { ...own, hash: OTHER, to: FROM, input: "0x" as const, block: 15 }
    expect(await watch(node([instead])).outcome).toEqual({ kind: "cancelled", hash: OTHER })
  })

  test("is replaced when the wallet sent something else instead", async () => {
    const instead = { ...own, hash: OTHER, input: "0x9999" as const, block: 3 }
    expect(await watch(node([instead])).outcome).toEqual({ kind: "replaced", hash: OTHER })
  })

  test("is polled while its nonce is unused", async () => {
    expect(await watch(node([])).outcome).toBeNull()
  })

  test("survives errors of the node", async () => {
    const { outcome } = watch(node([{ ...own, block: 12 }], { fails: 4 }))
    expect(await outcome).toMatchObject({ kind: "mined" })
  })
})
