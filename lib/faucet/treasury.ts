import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  type Hex,
  keccak256,
  type PublicClient,
  zeroAddress,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { toAddress } from "@/lib/chain/browser"
import { getChainClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { env } from "@/lib/env"
import { ApiError, chainUnavailable, notConfigured } from "@/lib/http/errors"
import type { OpenPayout } from "./payout-rows"

/** Whether this deployment can pay claims. */
export function isFaucetConfigured(): boolean {
  const { FAUCET_PRIVATE_KEY, RPC_URL } = env()
  return Boolean(FAUCET_PRIVATE_KEY && RPC_URL)
}

export type Treasury = ReturnType<typeof openTreasury>

/** The account of FAUCET_PRIVATE_KEY on the configured chain. */
export function openTreasury() {
  const key = env().FAUCET_PRIVATE_KEY
  if (!key) throw notConfigured("The faucet")
  const client = getChainClient()
  if (!client) throw chainUnavailable()
  const { usdb } = getDeployment()
  if (usdb === zeroAddress) throw notConfigured("The faucet")
  return { client, account: privateKeyToAccount(key), usdb: toAddress(usdb) }
}

type Call = { wallet: Address; referrer: Address; amount: bigint }

/** Refuses a claim that cannot be paid in addition to the open payouts; else returns its gas. */
export async function checkPayout(
  { client, account, usdb }: Treasury,
  { wallet, referrer, amount }: Call,
  open: readonly Pick<OpenPayout, "nonce" | "amount">[],
): Promise<bigint> {
  const token = { address: usdb, abi: usdbAbi } as const
  const [balance, mined, operator] = await Promise.all([
    client.readContract({ ...token, functionName: "balanceOf", args: [account.address] }),
    client.getTransactionCount({ address: account.address, blockTag: "latest" }),
    client.readContract({ ...token, functionName: "faucetOperator" }),
  ]).catch(failUnavailable)
  const reserved = open
    .filter(({ nonce }) => nonce >= mined)
    .reduce((sum, payout) => sum + payout.amount, 0n)
  if (operator.toLowerCase() !== account.address.toLowerCase()) {
    throw notConfigured("The faucet's key as the faucet operator of USDB")
  }
  if (balance - reserved < amount) throw faucetEmpty()
  return client
    .estimateContractGas({
      ...token,
      account,
      functionName: "claimFor",
      args: [wallet, referrer, amount],
    })
    .catch(failAsClaim)
}

const faucetEmpty = () => new ApiError("FAUCET_EMPTY", "The treasury of the faucet is empty")

function failUnavailable(cause: unknown): never {
  throw chainUnavailable(cause)
}

/** Throws the contract's reason for a claim that the index has no objection to yet. */
function failAsClaim(cause: unknown): never {
  const reverted =
    cause instanceof BaseError &&
    cause.walk((each) => each instanceof ContractFunctionRevertedError)
  const data = reverted instanceof ContractFunctionRevertedError ? reverted.data : undefined
  switch (data?.errorName) {
    case "CooldownActive":
      throw cooldownActive(Number(data.args?.[0] ?? 0) - Date.now() / 1_000)
    case "SelfReferral":
    case "ReferralCycle":
      throw invalidReferrer("closes a circle of referrers")
    default:
      throw chainUnavailable(cause)
  }
}

export const cooldownActive = (seconds: number) =>
  new ApiError("COOLDOWN_ACTIVE", "This wallet has claimed in the last 24 hours", {
    retryAfter: seconds,
  })

export const invalidReferrer = (why: string) =>
  new ApiError("INVALID_REFERRER", `The referrer ${why}`, {
    details: [{ path: "referrer", message: why }],
  })

export type SignedPayout = { nonce: number; hash: Hex; signed: Hex }

/** Signs the payout with the treasury's next nonce, which no open payout has. */
export async function signPayout(
  treasury: Treasury,
  { wallet, referrer, amount }: Call,
  { gas, openNonces }: { gas: bigint; openNonces: readonly number[] },
): Promise<SignedPayout> {
  const { client, account, usdb } = treasury
  const [pending, balance] = await Promise.all([
    client.getTransactionCount({ address: account.address, blockTag: "pending" }),
    client.getBalance({ address: account.address }),
  ]).catch(failUnavailable)
  const nonce = Math.max(pending, ...openNonces.map((each) => each + 1))
  const fees = await readFees(client).catch(failUnavailable)
  // The loop over referrers may be longer by then.
  const limit = (gas * 3n) / 2n
  if (balance < limit * (fees.maxFeePerGas ?? fees.gasPrice ?? 0n)) throw faucetEmpty()
  const signed = await account.signTransaction({
    ...fees,
    chainId: env().CHAIN_ID,
    to: usdb,
    data: encodeFunctionData({
      abi: usdbAbi,
      functionName: "claimFor",
      args: [wallet, referrer, amount],
    }),
    nonce,
    gas: limit,
  })
  return { nonce, hash: keccak256(signed), signed }
}

/** Enough for a base fee that has doubled; a gas price on chains without base fees. */
async function readFees(client: PublicClient) {
  const { baseFeePerGas } = await client.getBlock({ blockTag: "latest" })
  if (baseFeePerGas === null)
    return { type: "legacy" as const, gasPrice: await client.getGasPrice() }
  const maxPriorityFeePerGas = await client.estimateMaxPriorityFeePerGas()
  const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas
  return { type: "eip1559" as const, maxFeePerGas, maxPriorityFeePerGas }
}
