"use client"

import { useState } from "react"
import { encodeFunctionData } from "viem"
import { readContract } from "viem/actions"
import { checkWallets, parseWallets } from "@/components/access-list/wallet-list"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { TextArea } from "@/components/ui/text-area"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { privateMarketTradingAbi } from "@/lib/chain/generated/PrivateMarketTrading"

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

/** One voter at a time, as the contract takes them; the chain says whether the wallet is one already. */
function VoterTool({ token, contract }: PrivateMarketToolsProps) {
  const [text, setText] = useState("")
  const { wallets, invalid } = parseWallets(text)
  const [voter] = wallets
  const isOne = wallets.length === 1 && invalid.length === 0
  const transaction = useTransaction({ name: `voter.${token}`, title: "Change a voter" })
  const { data: isVoter } = useChainQuery({
    key: ["voter", token, voter],
    isEnabled: isOne,
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
  const change = async () => {
    if (!voter || !isOne || isVoter === undefined || transaction.isRunning) return
    const args = [toAddress(token), toAddress(voter), !isVoter] as const
    const isDone = await transaction.run({
      title: isVoter ? "Dismiss a voter" : "Admit a voter",
      call: {
        to: toAddress(contract),
        data: encodeFunctionData({
          abi: privateMarketTradingAbi,
          functionName: "manageVoter",
          args,
        }),
      },
    })
    if (isDone) setText("")
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void change()
      }}
    >
      <Field
        autoCapitalize="none"
        error={invalid.length > 0 || wallets.length > 1 ? "Enter one address." : null}
        hint="Voters decide the outcome. One whose vote counts cannot be dismissed; you stay one."
        label="Voter"
        onChange={(event) => setText(event.target.value)}
        placeholder="0x…"
        spellCheck={false}
        value={text}
      />
      <Button
        disabled={!isOne || isVoter === undefined}
        variant={isVoter ? "danger" : "primary"}
        pending={transaction.isRunning}
        type="submit"
      >
        {isVoter && isOne ? "Dismiss this voter" : "Admit this voter"}
      </Button>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The voters have changed"
      />
    </form>
  )
}

function BuyerTool({ token, contract }: PrivateMarketToolsProps) {
  const [text, setText] = useState("")
  const transaction = useTransaction({ name: `buyers.${token}`, title: "Change the buyers" })
  const list = parseWallets(text)
  const { wallets } = list
  const isReady = wallets.length > 0 && checkWallets(list) === null
  const count = `${wallets.length} buyer${wallets.length === 1 ? "" : "s"}`
  const change = async (status: boolean) => {
    if (!isReady || transaction.isRunning) return
    const args = [toAddress(token), wallets.map(toAddress), status] as const
    const isDone = await transaction.run({
      title: `${status ? "Admit" : "Dismiss"} ${count}`,
      call: {
        to: toAddress(contract),
        data: encodeFunctionData({
          abi: privateMarketTradingAbi,
          functionName: "togglePrivateEventBuyers",
          args,
        }),
      },
    })
    if (isDone) setText("")
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void change(true)
      }}
    >
      <TextArea
        autoCapitalize="none"
        error={checkWallets(list)}
        hint="One or many, separated by spaces, commas or lines."
        label="Buyers"
        onChange={(event) => setText(event.target.value)}
        placeholder="0x…"
        spellCheck={false}
        value={text}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button disabled={!isReady} pending={transaction.isRunning} type="submit">
          {isReady ? `Admit ${count}` : "Admit buyers"}
        </Button>
        <Button
          disabled={!isReady || transaction.isRunning}
          variant="danger"
          onClick={() => change(false)}
        >
          {isReady ? `Dismiss ${count}` : "Dismiss buyers"}
        </Button>
      </div>
      <Notice title="A buyer who is dismissed keeps what was bought">
        <p>Shares can still be listed, sold and redeemed; only buying ends.</p>
      </Notice>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The buyers have changed"
      />
    </form>
  )
}
