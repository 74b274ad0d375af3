import { QueryClient } from "@tanstack/react-query"
import { foundry } from "viem/chains"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { createConfig, http } from "wagmi"
import { connect } from "wagmi/actions"
import { injected } from "wagmi/connectors"
import { z } from "zod"
import { describeFailure } from "@/components/browser/failure"
import { createTradeRequest } from "@/components/swap/trade-request"
import { quoteKey } from "@/components/wallet/transactions/quoted-action"
import { sendRequest } from "@/components/wallet/transactions/send"
import { toAddress } from "@/lib/chain/browser"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { toPlatformContracts } from "@/lib/chain/platform-contracts"
import { WAD } from "@/lib/units"
import { alice, startChain, type TestChain } from "@/tests/helpers/chain"
import { FakeStorage, openTab } from "@/tests/helpers/local-storage"

const question = z.object({ method: z.string() })
const questions = z.union([question.array(), question.transform((single) => [single])])

let chain: TestChain
/** What was asked between the press and the wallet: the service, or the methods of a request to the node. */
let requests: string[]
let wasAsked: boolean
let blockers: object[]

beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain?.stop())
beforeEach(() => {
  requests = []
  wasAsked = false
  blockers = []
  openTab(new FakeStorage())
  const real = fetch
  vi.stubGlobal("fetch", async (...[input, init]: Parameters<typeof fetch>) => {
    if (`${input}` === "/api/internal/quote") {
      requests.push("quote")
      return Response.json({ blockers })
    }
    const methods = questions.parse(JSON.parse(`${init?.body}`)).map(({ method }) => method)
    requests.push(methods.sort().join(" "))
    return real(input, init)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Buys TIDE in a page with a quote of that age in seconds; the wallet declines. */
async function pressBuy({ quoteAge = 0, minimumOut = 0n, quoted = [] as object[] } = {}) {
  const provider = {
    on: () => {},
    removeListener: () => {},
    request: async ({ method }: { method: string }) => {
      if (method === "eth_requestAccounts" || method === "eth_accounts") return [alice]
      if (method === "eth_chainId") return "0x7a69"
      if (method !== "eth_sendTransaction") return null
      wasAsked = true
      throw Object.assign(new Error("User rejected the request."), { code: 4001 })
    },
  }
  const wagmi = createConfig({
    chains: [foundry],
    connectors: [injected({ target: () => ({ id: "test", name: "Test", provider }) as never })],
    storage: null,
    transports: { [foundry.id]: http(chain.url, { batch: { wait: 10 } }) },
  })
  const [connector] = wagmi.connectors
  if (!connector) throw new Error("There is no connector")
  await connect(wagmi, { connector })
  const token = toAddress(chain.book.mainToken)
  const terms = { side: "buy", token, amount: 10n * WAD, minimumOut, title: "Buy" } as const
  const request = createTradeRequest(terms, terms.amount, toPlatformContracts(chain.book))
  const quotes = new QueryClient()
  const key = [
    ...quoteKey({ amount: `${terms.amount}`, wallet: alice, action: "token.buy", token }),
  ]
  const updatedAt = Date.now() - quoteAge * 1_000
  quotes.setQueryData([...key, "figure"], { blockers: quoted }, { updatedAt })
  const label = { name: "buy", title: "Buy", sync: [] }
  const context = { wagmi: wagmi as never, chainId: foundry.id }
  const error = await sendRequest(context, request, label, { quotes }).catch((each) => each)
  return describeFailure(error)
}

const BATCH = "eth_call eth_estimateGas eth_getBlockByNumber eth_getTransactionCount"

test("a trade whose quote was shown asks the node once, and nothing else", async () => {
  expect(await pressBuy()).toMatchObject({ isUserRejection: true })
  expect(requests).toEqual([BATCH])
  expect(wasAsked).toBe(true)
})

test("an old quote, or one that was blocked, is asked anew beside the node", async () => {
  await pressBuy({ quoteAge: 21 })
  expect(requests.sort()).toEqual([BATCH, "quote"])
  requests = []
  blockers = [{ code: "TOKEN_FROZEN", message: "Frozen.", remedy: "Wait." }]
  wasAsked = false
  expect(await pressBuy({ quoted: blockers })).toMatchObject({ code: "TOKEN_FROZEN" })
  // The refusal may come before the batch goes out.
  await vi.waitFor(() => expect(requests.sort()).toEqual([BATCH, "quote"]))
  expect(wasAsked).toBe(false)
})

test("a price that has moved is noticed by the same request, before the wallet is asked", async () => {
  const failure = await pressBuy({ minimumOut: 1_000_000n * WAD })
  expect(failure).toMatchObject({ code: "InsufficientOutput", isUserRejection: false })
  expect(requests).toEqual([BATCH])
  expect(wasAsked).toBe(false)
})

test("an approval costs one more for its gas", async () => {
  const { usdb, swap } = chain.book
  await chain.write(alice, usdb, usdbAbi, "approve", [swap, 0n])
  requests = []
  expect(await pressBuy()).toMatchObject({ isUserRejection: true })
  expect(requests).toEqual([BATCH, "eth_estimateGas eth_getBlockByNumber eth_getTransactionCount"])
})
