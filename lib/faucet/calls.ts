import type { Address } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import { type ContractCall, encodeCall } from "@/lib/chain/call"
import { usdbAbi } from "@/lib/chain/generated/USDB"

/** Claims USDB of the contract's own faucet. The zero address means no referrer. */
export const faucetCall = (
  { usdb }: Pick<PlatformContracts, "usdb">,
  referrer: Address,
): ContractCall => encodeCall(usdb, { abi: usdbAbi, functionName: "faucet", args: [referrer] })
