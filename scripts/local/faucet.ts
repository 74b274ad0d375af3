import { type Address, createPublicClient, type Hex, http, parseEther, toHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import type { AddressBook } from "@/lib/chain/deployment"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { WAD } from "@/lib/units"
import { OPERATOR, TREASURY } from "./accounts"
import { accountOf } from "./chain"
import { createContractSender } from "./contract-sender"
import { rpc } from "./rpc"

/** Target balance of the local chain's treasury: 20,000 of the largest claims. */
const FULL_USDB = 10_000_000n * WAD
const FULL_ETHER = parseEther("1000")
/** Below this part it is filled up. */
const LOW_PART = 10n

const TOP_UP_EVERY_MS = 600_000

/** Key of the treasury of the local chain. */
export function localFaucetKey(): Hex {
  return toHex(accountOf(TREASURY).getHdKey().privateKey ?? new Uint8Array())
}

type FaucetChain = { url: string; book: AddressBook }

/** Makes the key's account the faucet operator of the local chain and fills it up, where needed. */
export async function fundFaucet({ url, book }: FaucetChain, key: Hex): Promise<void> {
  const treasury = privateKeyToAccount(key).address
  const client = createPublicClient({ transport: http(url) })
  const usdb = { address: toAddress(book.usdb), abi: usdbAbi } as const
  const [ether, balance, faucetOperator] = await Promise.all([
    client.getBalance({ address: treasury }),
    client.readContract({ ...usdb, functionName: "balanceOf", args: [treasury] }),
    client.readContract({ ...usdb, functionName: "faucetOperator" }),
  ])
  if (ether < FULL_ETHER / LOW_PART) {
    await rpc(url, "anvil_setBalance", [treasury, toHex(FULL_ETHER)])
  }
  const operator = createContractSender({
    rpcUrl: url,
    chainId: book.chainId,
    account: accountOf(OPERATOR),
  })
  const call = (name: string, args: readonly (Address | bigint)[]) =>
    operator.call(usdb.address, usdbAbi, name, args)
  if (faucetOperator !== treasury) await call("setFaucetOperator", [treasury])
  if (balance < FULL_USDB / LOW_PART) await call("mint", [treasury, FULL_USDB - balance])
}

/** Fills the treasury up now and while the chain runs; ends with the returned function. */
export async function keepFaucetFunded(chain: FaucetChain, key: Hex): Promise<() => void> {
  await fundFaucet(chain, key)
  const timer = setInterval(() => {
    fundFaucet(chain, key).catch((error: unknown) => {
      console.error(`The faucet could not be filled up: ${error}`)
    })
  }, TOP_UP_EVERY_MS)
  return () => clearInterval(timer)
}
