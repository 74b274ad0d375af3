"use client"

import { readContract } from "viem/actions"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"
import { buyersCall, voterCall } from "@/lib/markets/access-calls"
import { formatCount, useWalletForm, WalletField, WalletForm, WalletListField } from "./wallet-form"

export type PrivateMarketToolsProps = {
  token: string
  /** The contract of private markets. */
  contract: string
  isPrivateEvent: boolean
}

export function PrivateMarketTools(props: PrivateMarketToolsProps) {
  const wallet = useWallet()
  if (wallet.isWrongChain) return <WrongChain />
  return (
    <div className="grid gap-6">
      <VoterTool {...props} />
      {props.isPrivateEvent && <BuyerTool {...props} />}
    </div>
  )
}

/** Adds or removes one voter, as the contract takes one at a time and says whether it is one already. */
function VoterTool({ token, contract }: PrivateMarketToolsProps) {
  const form = useWalletForm({ name: `voter.${token}`, title: "Change a voter" })
  const voter = form.onlyWallet
  const { data: isVoter } = useChainQuery({
    key: ["voter", token, voter],
    isEnabled: voter !== null,
    read: (client) =>
      voter
        ? readContract(client, {
            address: toAddress(contract),
            abi: privateMarketTradingAbi,
            functionName: "isMarketVoter",
            args: [toAddress(token), toAddress(voter)],
          })
        : Promise.resolve(false),
  })
  const change = () => {
    if (!voter || isVoter === undefined) return
    const market = { contract: toAddress(contract), market: toAddress(token) }
    void form.send({
      title: isVoter ? "Remove a voter" : "Add a voter",
      call: voterCall(market, { voter: toAddress(voter), isVoter: !isVoter }),
      action: null,
    })
  }
  const removes = voter !== null && isVoter === true
  return (
    <WalletForm form={form} onSubmit={change} success="Voters updated">
      <WalletField
        form={form}
        hint="Voters decide the outcome. You and voters whose vote counts cannot be removed."
        label="Voter"
      />
      <Button
        disabled={voter === null || isVoter === undefined}
        pending={form.transaction.isRunning}
        type="submit"
        variant={removes ? "danger" : "primary"}
      >
        {removes ? "Remove voter" : "Add voter"}
      </Button>
    </WalletForm>
  )
}

function BuyerTool({ token, contract }: PrivateMarketToolsProps) {
  const form = useWalletForm({ name: `buyers.${token}`, title: "Change the buyers" })
  const { isValid, wallets, transaction } = form
  const count = formatCount(wallets.length, "buyer")
  const change = (isAllowed: boolean) => {
    if (!isValid) return
    const market = { contract: toAddress(contract), market: toAddress(token) }
    void form.send({
      title: `${isAllowed ? "Add" : "Remove"} ${count}`,
      call: buyersCall(market, { buyers: wallets.map(toAddress), isAllowed }),
      action: null,
    })
  }
  return (
    <WalletForm form={form} onSubmit={() => change(true)} success="Buyers updated">
      <WalletListField form={form} hint="" label="Buyers" />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button disabled={!isValid} pending={transaction.isRunning} type="submit">
          {isValid ? `Add ${count}` : "Add buyers"}
        </Button>
        <Button
          disabled={!isValid || transaction.isRunning}
          onClick={() => change(false)}
          variant="danger"
        >
          {isValid ? `Remove ${count}` : "Remove buyers"}
        </Button>
      </div>
      <Notice title="Removed buyers keep their shares">
        <p>They can still list, sell and redeem them, but not buy more.</p>
      </Notice>
    </WalletForm>
  )
}
