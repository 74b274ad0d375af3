import { createClient, custom, type Hex, http, isHex, numberToHex, pad, publicActions } from "viem"
import { foundry } from "viem/chains"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { createConfig } from "wagmi"
import { connect } from "wagmi/actions"
import { mock } from "wagmi/connectors"
import { addMargin } from "@/components/wallet/transactions/gas"
import { sendRequest } from "@/components/wallet/transactions/send"
import { findTransaction, removeTransaction } from "@/components/wallet/transactions/store"
import { startAnvil } from "@/scripts/local/anvil"
import { alice, bob } from "@/tests/helpers/chain"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

/** Deploys `sstore(0, calldataload(0))`. */
const CELL: Hex = "0x645f355f55005f526005601bf3"

let node: Awaited<ReturnType<typeof startAnvil>>

beforeAll(async () => {
  node = await startAnvil()
})
afterAll(() => node.stop())
beforeEach(() => openTab(new FakeStorage()))
afterEach(() => vi.unstubAllGlobals())

const word = (value: number) => pad(numberToHex(value))

/** A cell on a new contract, and what was mined when a transaction of the page was estimated and sent. */
async function cell(initial: number) {
  const direct = createClient({ chain: foundry, transport: http(node.url) }).extend(publicActions)
  const submit = async (transaction: { to?: Hex; data: Hex }) => {
    const hash = await direct.request({
      method: "eth_sendTransaction",
      params: [{ from: bob, ...transaction }],
    })
    return direct.waitForTransactionReceipt({ hash })
  }
  const { contractAddress } = await submit({ data: CELL })
  if (!contractAddress) throw new Error("The cell was not deployed")
  const write = (value: number) => submit({ to: contractAddress, data: word(value) })
  await write(initial)
  return { direct, write, to: contractAddress }
}

describe("the gas limit of a transaction", () => {
  test.each([
    ["as it was estimated", 5, 5],
    ["after another call has overwritten a slot that was free to write", 5, 6],
    ["after another call has emptied it", 5, 0],
  ])("is enough %s", async (_, initial, between) => {
    const { direct, write, to } = await cell(initial)
    let estimates = 0
    const transport = custom({
      async request({ method, params }) {
        const answer = await direct.request({ method, params })
        if (method === "eth_estimateGas") {
          estimates += 1
          await write(between)
        }
        return answer
      },
    })
    const chain = { ...foundry, rpcUrls: { default: { http: [node.url] } } } as const
    const wagmi = createConfig({
      chains: [chain],
      connectors: [mock({ accounts: [alice] })],
      transports: { [chain.id]: transport },
      storage: null,
    })
    const [connector] = wagmi.connectors
    if (!connector) throw new Error("There is no connector")
    await connect(wagmi, { connector })
    const id = await sendRequest(
      { wagmi, chainId: chain.id },
      { call: { to, data: word(initial) }, action: null },
      { name: "write", title: "Write", sync: [] },
    )
    const hash = findTransaction(id)?.hash
    removeTransaction(id)
    if (!isHex(hash)) throw new Error("Nothing was sent")
    const { status } = await direct.waitForTransactionReceipt({ hash })
    expect([estimates, status]).toEqual([1, "success"])
  })

  test.each([
    ["30,000 more for a small call", 50_000n, 80_000n],
    ["a fifth more for a large one", 5_000_000n, 6_000_000n],
    ["not above the limit of a block", 29_000_000n, 30_000_000n],
  ])("is %s", (_, estimate, limit) => {
    expect(addMargin(estimate, 30_000_000n)).toBe(limit)
  })
})
