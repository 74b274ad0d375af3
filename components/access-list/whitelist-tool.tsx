"use client"

import { useState } from "react"
import { encodeFunctionData } from "viem"
import type { PanelToken } from "@/components/rewards/panel-token"
import type { PanelEntry } from "@/components/rewards/whitelist-panel"
import { Address } from "@/components/ui/address"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { TextArea } from "@/components/ui/text-area"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { formatUsd, parseAmount, shortenAddress } from "@/lib/format"
import { checkTag, checkWallets, parseWallets } from "./wallet-list"

type Props = { token: PanelToken; entries: readonly PanelEntry[] }

/** Adds wallets to the list of a frozen token, and takes them off. */
export function WhitelistTool({ token, entries }: Props) {
  return (
    <div className="grid gap-6">
      <AddWallets token={token} />
      <RemoveWallets entries={entries} token={token} />
    </div>
  )
}

function AddWallets({ token }: { token: PanelToken }) {
  const address = toAddress(token.address)
  const [text, setText] = useState("")
  const [limit, setLimit] = useState("")
  const [tag, setTag] = useState("")
  const transaction = useTransaction({
    name: `whitelist.${address}`,
    title: `Add wallets to ${token.symbol}’s whitelist`,
  })
  const list = parseWallets(text)
  const value = parseAmount(limit)
  const { wallets } = list
  const isReady =
    wallets.length > 0 && checkWallets(list) === null && value !== null && checkTag(tag) === null

  const add = async () => {
    if (!isReady || transaction.isRunning) return
    const args = [wallets.map(toAddress), value, tag.trim()] as const
    const isDone = await transaction.run({
      title: `Add ${formatCount(wallets.length)} to ${token.symbol}’s whitelist`,
      call: {
        to: address,
        data: encodeFunctionData({
          abi: factoryTokenAbi,
          functionName: "SetWhitelistedWallet",
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
        void add()
      }}
    >
      <h3 className="font-semibold">Add wallets</h3>
      <TextArea
        autoCapitalize="none"
        error={checkWallets(list)}
        hint="One or many, separated by spaces, commas or lines. A wallet already listed gets the new amount."
        label="Addresses"
        onChange={(event) => setText(event.target.value)}
        placeholder="0x…"
        spellCheck={false}
        value={text}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          error={limit && value === null ? "Enter an amount in USD." : null}
          hint="What each may buy for, all buys together."
          inputMode="decimal"
          label="Amount for each"
          onChange={(event) => setLimit(event.target.value)}
          placeholder="0"
          unit="USD"
          value={limit}
        />
        <Field
          error={checkTag(tag)}
          hint="Optional, and public: “team”, “friends”."
          label="Tag"
          onChange={(event) => setTag(event.target.value)}
          value={tag}
        />
      </div>
      <Button disabled={!isReady} pending={transaction.isRunning} type="submit">
        {isReady
          ? `Let ${formatCount(wallets.length)} buy for ${formatUsd(value)} each`
          : "Add wallets"}
      </Button>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The wallets are on the list"
      />
    </form>
  )
}

function RemoveWallets({ token, entries }: Props) {
  const address = toAddress(token.address)
  const [text, setText] = useState("")
  const transaction = useTransaction({
    name: `unlist.${address}`,
    title: `Remove a wallet from ${token.symbol}’s whitelist`,
  })
  const { wallets, invalid } = parseWallets(text)
  const [wallet] = wallets
  const remove = async (listed: string) => {
    if (transaction.isRunning) return
    const isDone = await transaction.run({
      title: `Remove ${shortenAddress(listed)} from ${token.symbol}’s whitelist`,
      call: {
        to: address,
        data: encodeFunctionData({
          abi: factoryTokenAbi,
          functionName: "RemoveWhitelist",
          args: [toAddress(listed)],
        }),
      },
    })
    if (isDone) setText("")
  }
  return (
    <section className="grid gap-3" aria-labelledby="unlist">
      <h3 className="font-semibold" id="unlist">
        Remove a wallet
      </h3>
      <ul className="divide-y divide-line text-sm">
        {entries.map(({ wallet: listed, amount }) => (
          <li className="flex items-center justify-between gap-3 py-1" key={listed}>
            <Address address={listed} hasCopy={false} />
            <span className="figures ml-auto text-muted">{formatUsd(amount)}</span>
            <Button
              aria-label={`Remove ${shortenAddress(listed)}`}
              disabled={transaction.isRunning}
              variant="quiet"
              onClick={() => remove(listed)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (wallet) void remove(wallet)
        }}
      >
        <Field
          autoCapitalize="none"
          error={invalid.length > 0 || wallets.length > 1 ? "Enter one address." : null}
          hint="For wallets that are not among the newest above."
          label="Address"
          onChange={(event) => setText(event.target.value)}
          placeholder="0x…"
          spellCheck={false}
          value={text}
        />
        <Button
          disabled={!wallet || wallets.length > 1 || invalid.length > 0}
          variant="secondary"
          pending={transaction.isRunning}
          type="submit"
        >
          Remove from the list
        </Button>
      </form>
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The wallet is off the list"
      />
    </section>
  )
}

const formatCount = (wallets: number) => `${wallets} wallet${wallets === 1 ? "" : "s"}`
