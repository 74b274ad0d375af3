"use client"

import { useState } from "react"
import type { PanelToken } from "@/components/rewards/panel-token"
import type { PanelEntry } from "@/components/rewards/whitelist-panel"
import { Address } from "@/components/ui/address"
import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { toAddress } from "@/lib/chain/browser"
import { formatUsd, parseAmount, shortenAddress } from "@/lib/format"
import { trimText } from "@/lib/readable-text"
import { unlistCall, whitelistCall } from "@/lib/tokens/creator-calls"
import { formatCount, useWalletForm, WalletField, WalletForm, WalletListField } from "./wallet-form"
import { checkTag } from "./wallet-list"

type Props = { token: PanelToken; entries: readonly PanelEntry[] }

/** Adds wallets to the whitelist of a frozen token, and removes them. */
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
  const form = useWalletForm({
    name: `whitelist.${address}`,
    title: `Add wallets to ${token.symbol}’s whitelist`,
  })
  const [limit, setLimit] = useState("")
  const [tag, setTag] = useState("")
  const value = parseAmount(limit)
  const { wallets } = form
  const isReady = form.isValid && value !== null && checkTag(tag) === null
  const count = formatCount(wallets.length, "wallet")

  const add = () => {
    if (!isReady) return
    const terms = { wallets: wallets.map(toAddress), limit: value, tag: trimText(tag) }
    void form.send({
      title: `Add ${count} to ${token.symbol}’s whitelist`,
      call: whitelistCall(address, terms),
      action: null,
    })
  }
  return (
    <WalletForm form={form} onSubmit={add} success="Wallets added to the whitelist">
      <h3 className="font-semibold">Add wallets</h3>
      <WalletListField
        form={form}
        hint="Wallets already listed get the new limit."
        label="Addresses"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          error={limit && value === null ? "Enter an amount in USD." : null}
          hint="Maximum each wallet can buy in total."
          inputMode="decimal"
          label="Limit per wallet"
          onChange={(event) => setLimit(event.target.value)}
          placeholder="0"
          unit="USD"
          value={limit}
        />
        <Field
          error={checkTag(tag)}
          hint="Optional and public: “team”, “friends”."
          label="Tag"
          onChange={(event) => setTag(event.target.value)}
          value={tag}
        />
      </div>
      <Button disabled={!isReady} pending={form.transaction.isRunning} type="submit">
        {isReady ? `Add ${count}, limit ${formatUsd(value)} each` : "Add wallets"}
      </Button>
    </WalletForm>
  )
}

function RemoveWallets({ token, entries }: Props) {
  const address = toAddress(token.address)
  const form = useWalletForm({
    name: `unlist.${address}`,
    title: `Remove a wallet from ${token.symbol}’s whitelist`,
  })
  const { onlyWallet, transaction } = form
  const remove = (wallet: string) =>
    form.send({
      title: `Remove ${shortenAddress(wallet)} from ${token.symbol}’s whitelist`,
      call: unlistCall(address, toAddress(wallet)),
      action: null,
    })
  return (
    <section aria-labelledby="unlist" className="grid gap-3">
      <h3 className="font-semibold" id="unlist">
        Remove a wallet
      </h3>
      <ul className="divide-y divide-line text-sm">
        {entries.map(({ wallet, amount }) => (
          <li className="flex items-center justify-between gap-3 py-1" key={wallet}>
            <Address address={wallet} hasCopy={false} />
            <span className="figures ml-auto text-muted">{formatUsd(amount)}</span>
            <Button
              aria-label={`Remove ${shortenAddress(wallet)}`}
              disabled={transaction.isRunning}
              onClick={() => remove(wallet)}
              variant="quiet"
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <WalletForm
        form={form}
        onSubmit={() => onlyWallet && void remove(onlyWallet)}
        success="Wallet removed from the whitelist"
      >
        <WalletField form={form} hint="For wallets that are not listed above." label="Address" />
        <Button
          disabled={onlyWallet === null}
          pending={transaction.isRunning}
          type="submit"
          variant="secondary"
        >
          Remove from the whitelist
        </Button>
      </WalletForm>
    </section>
  )
}
