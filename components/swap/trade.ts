import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem"
import type { TransactionRequest } from "@/components/wallet/use-transaction"
import type { ExchangeContracts } from "@/lib/chain/browser"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { pathOf, type Side } from "./market"

/** What was agreed when the button was pressed; nothing in it changes afterwards. */
export type Agreed = {
  side: Side
  token: Address
  amount: bigint
  minimumOut: bigint
}

export function tradeRequest(agreed: Agreed, contracts: ExchangeContracts): TransactionRequest {
  const { side, token, amount, minimumOut } = agreed
  const path = pathOf(side, token, contracts)
  return {
    call: {
      to: contracts.swap,
      data: encodeFunctionData({
        abi: swapAbi,
        functionName: side === "buy" ? "buyTokens" : "sellTokens",
        args: [amount, minimumOut, path, false],
      }),
    },
    approval: { token: side === "buy" ? contracts.usdb : token, spender: contracts.swap, amount },
  }
}

/** What a mined trade gave to the trader, from its own transfers. */
export function received(
  receipt: TransactionReceipt,
  { side, token }: Pick<Agreed, "side" | "token">,
  { usdb, swap }: ExchangeContracts,
): bigint {
  // Bought tokens are minted, USDB comes from the router; a creator's share of the tax is no part of it.
  const [asset, payer] = side === "buy" ? [token, zeroAddress] : [usdb, swap]
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, asset))
  return parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs })
    .filter(
      ({ args: { from, to } }) => isAddressEqual(from, payer) && isAddressEqual(to, receipt.from),
    )
    .reduce((sum, { args }) => sum + args.value, 0n)
}
