"use client"

import { type Client, decodeFunctionResult } from "viem"
import { call } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { LoanCard } from "@/components/loans/loan-card"
import { useWallet } from "@/components/wallet/use-wallet"
import type { PlatformContracts } from "@/lib/chain/browser"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { leverageCalls } from "@/lib/loans/leverage-calls"
import { type Position, readLoanRoute, readPosition } from "@/lib/loans/onchain"
import { type PositionValue, valuePosition, withContractSale } from "@/lib/loans/position-value"
import { type LoanRecord, loanName } from "@/lib/loans/record"
import { PositionFigures } from "./position-figures"

export type PositionCardProps = {
  loan: LoanRecord
  /** The facts as the server read them, shown until the browser has read them. */
  facts: Position | null
  value: PositionValue | null
}

/** A leverage position with profit and loss, and its actions. */
export function PositionCard({ loan, ...read }: PositionCardProps) {
  const { contracts } = useBrowserConfig()
  const { facts, value } = useLivePosition(loan) ?? read
  return (
    <LoanCard
      calls={leverageCalls(contracts)}
      figures={
        <PositionFigures facts={facts} isOpen={facts?.isActive ?? loan.isActive} value={value} />
      }
      loan={loan}
    />
  )
}

function useLivePosition(loan: LoanRecord) {
  const { contracts } = useBrowserConfig()
  const { address } = useWallet()
  const isOwner = address === loan.owner
  return useChainQuery({
    key: ["leverage-position", loanName(loan), isOwner ? "own" : "other"],
    read: (client) => readLivePosition(client, contracts, { loan, isOwner }),
  }).data
}

/** For the owner, with the contract's own figure for closing. */
async function readLivePosition(
  client: Client,
  contracts: PlatformContracts,
  { loan, isOwner }: { loan: LoanRecord; isOwner: boolean },
) {
  const { owner, coreId, token } = loan
  const [facts, route, sale] = await Promise.all([
    readPosition(client, contracts, { trader: owner, id: coreId }),
    readLoanRoute(client, contracts, token.address, owner),
    isOwner && loan.isActive ? simulateSale(client, contracts, loan) : null,
  ])
  if (!facts.isActive) return { facts, value: null }
  const value = valuePosition(route, facts)
  return { facts, value: sale === null ? value : withContractSale(facts, value, sale) }
}

/** The proceeds of selling the whole position; null where the sale would revert, or without an answer. */
async function simulateSale(
  client: Client,
  contracts: PlatformContracts,
  loan: LoanRecord,
): Promise<bigint | null> {
  const sale = leverageCalls(contracts).sell(loan, 100n, 0n)
  const answer = await call(client, { account: loan.owner, ...sale.call }).catch(() => null)
  if (!answer?.data) return null
  const { data } = answer
  return decodeFunctionResult({ abi: swapAbi, functionName: "partialLoanSell", data })
}
