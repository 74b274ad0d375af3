import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseEther,
  parseEventLogs,
} from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { stack } from "./stack"

export const chain = defineChain({
  id: stack.chainId,
  name: "Chain under test",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [stack.rpcUrl] } },
})

const transport = http(stack.rpcUrl)
export const publicClient = createPublicClient({
  chain,
  transport,
  pollingInterval: 50,
  cacheTime: 0,
})
const testClient = createTestClient({ chain, transport, mode: "anvil" })

export const contracts = {
  usdb: toAddress(stack.contracts.usdb),
  mainToken: toAddress(stack.contracts.mainToken),
  factory: toAddress(stack.contracts.factory),
  swap: toAddress(stack.contracts.swap),
}

/** Enough for every trade of a test, and nowhere near a limit. */
const GAS = 6_000_000n

/** A wallet nobody else uses, with coins for fees, so that tests can run side by side. */
export async function freshAccount(): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await testClient.setBalance({ address: account.address, value: parseEther("10") })
  return account
}

/** Empty blocks. */
export function mine(blocks: number) {
  return testClient.mine({ blocks })
}

export async function send(account: PrivateKeyAccount, to: Address, data: Hex) {
  const wallet = createWalletClient({ account, chain, transport })
  const hash = await wallet.sendTransaction({ to, data, gas: GAS })
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  if (receipt.status !== "success") throw new Error(`A transaction of the test reverted: ${hash}`)
  return receipt
}

/** The daily claim: 100 USDB. */
export function claimUsdb(account: PrivateKeyAccount) {
  const { usdb } = contracts
  const args = ["0x0000000000000000000000000000000000000000"] as const
  return send(account, usdb, encodeFunctionData({ abi: usdbAbi, functionName: "faucet", args }))
}

type Launch = {
  symbol: string
  name?: string
  multiplier?: bigint
  isFrozen?: boolean
  /** Depth of the pool in whole USD. */
  startLiquidity?: bigint
  /** Seconds over which purchases vest. */
  vestsOver?: bigint
}

/** A token of the test's own, so that nobody else trades it; the service lists it. */
export async function launchToken(account: PrivateKeyAccount, launch: Launch): Promise<Address> {
  const { token, transactionHash } = await launchWithoutSync(account, launch)
  await syncTransaction(transactionHash)
  return token
}

/** Launches without a word to the service: the follower finds it. */
export async function launchWithoutSync(account: PrivateKeyAccount, launch: Launch) {
  const { symbol, name = symbol, multiplier = 50n, isFrozen = false } = launch
  const { startLiquidity = 1_000n, vestsOver = 0n } = launch
  const bonding = isFrozen ? 1_000n : 0n
  const args = [
    symbol,
    name,
    multiplier,
    isFrozen,
    bonding,
    startLiquidity,
    vestsOver > 0n,
    vestsOver,
    vestsOver > 0n,
  ] as const
  const data = encodeFunctionData({ abi: tokenFactoryAbi, functionName: "createToken", args })
  const receipt = await send(account, contracts.factory, data)
  const [event] = parseEventLogs({
    abi: tokenFactoryAbi,
    eventName: "TokenCreated",
    logs: receipt.logs,
  })
  if (!event) throw new Error("No TokenCreated in the receipt")
  return { token: toAddress(event.args.tokenAddress), transactionHash: receipt.transactionHash }
}

const SYNC_TRIES = 5

/** Has the service index a transaction and fails when it does not; a busy service is asked again, as it asks for. */
export async function syncTransaction(txHash: Hex) {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${stack.url}/api/v1/sync`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ txHash }),
    })
    if (response.ok) return
    const answer = await response.text()
    if (tries === SYNC_TRIES || !answer.includes('"SYNC_FAILED"')) {
      throw new Error(`Sync answered ${response.status}: ${answer}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Buys with an account of the test, outside the page. */
export async function buy(account: PrivateKeyAccount, token: Address, amount: bigint) {
  const { usdb, swap, mainToken } = contracts
  const approve = [swap, maxUint256] as const
  await send(
    account,
    usdb,
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: approve }),
  )
  const args = [amount, 0n, [usdb, mainToken, token], false] as const
  return send(account, swap, encodeFunctionData({ abi: swapAbi, functionName: "buyTokens", args }))
}

export function balanceOf(token: Address, owner: Address) {
  const args = [owner] as const
  return publicClient.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args,
  })
}

export function allowanceOf(token: Address, owner: Address) {
  const args = [owner, contracts.swap] as const
  return publicClient.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args,
  })
}

export function referrerOf(wallet: Address) {
  const { usdb } = contracts
  return publicClient.readContract({
    address: usdb,
    abi: usdbAbi,
    functionName: "referrer",
    args: [wallet],
  })
}

export function isListed(token: Address) {
  return publicClient.readContract({
    address: contracts.factory,
    abi: tokenFactoryAbi,
    functionName: "isEcosystemToken",
    args: [token],
  })
}

export function multiplierOf(token: Address) {
  return publicClient.readContract({
    address: token,
    abi: factoryTokenAbi,
    functionName: "hybridMultiplier",
  })
}
