/** @module-tag long */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { encodeFunctionData, type Hex, serializeErc6492Signature } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { contractWallets, misbehavingWallets } from "@/tests/helpers/contract-wallet"
import { waitWithFakeTimers } from "@/tests/helpers/timing"

let chain: Anvil
let wallets: Awaited<ReturnType<typeof contractWallets>>

beforeAll(async () => {
  chain = await startAnvil()
  wallets = await contractWallets(chain.url)
})

afterAll(() => chain.stop())
afterEach(() => vi.unstubAllEnvs())

/** The routes as a process with this node (or none) runs them. */
async function withNode(rpcUrl: string) {
  vi.stubEnv("RPC_URL", rpcUrl)
  vi.resetModules()
  const [{ call }, { createSignInMessage }, verifyRoute] = await Promise.all([
    import("@/tests/helpers/call"),
    import("@/tests/helpers/auth"),
    import("@/app/api/auth/verify/route"),
  ])
  return async (address: Hex, sign: (message: string) => Promise<Hex>, chainId?: number) => {
    const message = await createSignInMessage(address, chainId === undefined ? {} : { chainId })
    const body = { message, signature: await sign(message) }
    return call(verifyRoute, { method: "POST", body })
  }
}

const newOwner = () => privateKeyToAccount(generatePrivateKey())

describe("a contract wallet (ERC-1271)", () => {
  test("200: signed by its owner", async () => {
    const owner = newOwner()
    const address = await wallets.deployWallet(owner.address)
    const verify = await withNode(chain.url)
    const answer = await verify(address, (message) => owner.signMessage({ message }))
    expect(answer).toMatchObject({ status: 200, body: { address: address.toLowerCase() } })
  })

  test("200: without any bytes of a signature, where the contract accepts that", async () => {
    const verify = await withNode(chain.url)
    const answer = await verify(await wallets.deployContract("ApprovingWallet"), async () => "0x")
    expect(answer.status).toBe(200)
  })

  test.each(misbehavingWallets)("422, about the signature: a %s", async (name) => {
    const owner = newOwner()
    const address = await wallets.deployContract(name)
    const verify = await withNode(chain.url)
    const sign = (message: string) => owner.signMessage({ message })
    const wrap = async (message: string) =>
      serializeErc6492Signature({ address, data: "0x1234", signature: await sign(message) })
    for (const answer of [await verify(address, sign), await verify(address, wrap)]) {
      expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_SIGNATURE" } })
    }
  })

  test("422, about the signature: the node gives up on the contract in words of its own", async () => {
    const address = await wallets.deployWallet(newOwner().address)
    const node = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      const { id, method } = JSON.parse(body)
      const error = { code: -32000, message: "execution aborted (timeout = 5s)" }
      const result = method === "eth_getCode" ? "0x00" : "0x10"
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(method === "eth_call" ? { id, error } : { id, result }))
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => node.once("listening", resolve))
    const verify = await withNode(`http://127.0.0.1:${(node.address() as AddressInfo).port}`)
    const answer = await verify(address, (message) => newOwner().signMessage({ message }))
    node.closeAllConnections()
    node.close()
    expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_SIGNATURE" } })
  })

  test("422: signed by a stranger; refused by a revert; without any bytes", async () => {
    const address = await wallets.deployWallet(newOwner().address)
    const verify = await withNode(chain.url)
    const stranger = newOwner()
    const sign = (message: string) => stranger.signMessage({ message })
    const answers = [
      await verify(address, sign),
      await verify(address, async () => "0x1234"),
      await verify(address, async () => "0x"),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_SIGNATURE" } })
    }
  })
})

describe("a wallet that is not deployed yet (ERC-6492)", () => {
  const wrapped = (owner: Hex, signature: Hex) =>
    serializeErc6492Signature({
      address: wallets.factory,
      data: encodeFunctionData({ abi: wallets.factoryAbi, args: [owner] }),
      signature,
    })

  test("200: signed by its owner, and nothing is deployed", async () => {
    const owner = newOwner()
    const address = wallets.futureWallet(owner.address)
    const verify = await withNode(chain.url)
    const answer = await verify(address, async (message) =>
      wrapped(owner.address, await owner.signMessage({ message })),
    )
    expect(answer).toMatchObject({ status: 200, body: { address: address.toLowerCase() } })
    expect(await wallets.hasCode(address)).toBe(false)
  })

  test("422: signed by a stranger; an ordinary wallet without code", async () => {
    const owner = newOwner()
    const verify = await withNode(chain.url)
    const future = await verify(wallets.futureWallet(owner.address), async (message) =>
      wrapped(owner.address, await newOwner().signMessage({ message })),
    )
    const plain = await verify(newOwner().address, (message) => owner.signMessage({ message }))
    for (const answer of [future, plain]) {
      expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_SIGNATURE" } })
    }
  })
})

describe("while the chain cannot be asked", () => {
  const silent: Server[] = []

  /** A node that takes questions and never answers. */
  async function hangingNode() {
    let requestCount = 0
    const server = createServer(() => {
      requestCount++
    }).listen(0, "127.0.0.1")
    silent.push(server)
    await new Promise((resolve) => server.once("listening", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url, asked: () => requestCount }
  }

  afterEach(() => {
    vi.useRealTimers()
    for (const server of silent.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  test("503 CHAIN_UNAVAILABLE: a contract wallet, with the node away", async () => {
    const address = await wallets.deployWallet(newOwner().address)
    const verify = await withNode("http://127.0.0.1:1")
    const answer = await verify(address, (message) => newOwner().signMessage({ message }))
    expect(answer).toMatchObject({ status: 503, body: { code: "CHAIN_UNAVAILABLE" } })
  })

  test("503 CHAIN_UNAVAILABLE: a contract wallet, with the node silent for 5 seconds", async () => {
    const address = await wallets.deployWallet(newOwner().address)
    const node = await hangingNode()
    const verify = await withNode(node.url)
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    let isAnswered = false
    const answering = verify(address, (message) => newOwner().signMessage({ message })).finally(
      () => {
        isAnswered = true
      },
    )
    await waitWithFakeTimers(() => node.asked() > 0)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answering).toMatchObject({ status: 503, body: { code: "CHAIN_UNAVAILABLE" } })
  })

  test("200: an ordinary wallet needs no chain", async () => {
    const owner = newOwner()
    const verify = await withNode("http://127.0.0.1:1")
    const answer = await verify(owner.address, (message) => owner.signMessage({ message }))
    expect(answer.status).toBe(200)
  })

  test("422: without any node, and for an accepted chain we have no node of", async () => {
    const owner = newOwner()
    const address = await wallets.deployWallet(owner.address)
    const sign = (message: string) => owner.signMessage({ message })
    const without = await (await withNode(""))(address, sign)
    vi.stubEnv("SIGNIN_CHAIN_IDS", "31337,56")
    const other = await (await withNode(chain.url))(address, sign, 56)
    for (const answer of [without, other]) {
      expect(answer).toMatchObject({ status: 422, body: { code: "INVALID_SIGNATURE" } })
    }
  })
})
