import { erc20Abi } from "viem"
import { readContract } from "viem/actions"
import type { Approval } from "@/lib/chain/call"
import type { PlanContext } from "./plan"

/** What the spender may take of the wallet's tokens already. */
export const readAllowance = (
  { client, wallet }: PlanContext,
  { token, spender }: Approval,
): Promise<bigint> =>
  readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: "allowance",
    args: [wallet, spender],
  })
