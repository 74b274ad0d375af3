"use client"

import { useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { PricePicture } from "@/components/loans/price-picture"
import { ReadFailure } from "@/components/ticket/quote-status"
import { Card } from "@/components/ui/card"
import { NativeSelect } from "@/components/ui/native-select"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/states"
import { useWallet } from "@/components/wallet/use-wallet"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"
import type { CollateralToken } from "@/lib/loans/schema"
import { BorrowForm } from "./borrow-form"
import { readBorrowState } from "./borrow-state"

export type BorrowPanelProps = {
  /** Offered without a wallet. */
  tokens: readonly CollateralToken[]
  /** The address in the URL. */
  chosen: string | null
  /** The page was asked for a token that cannot be pledged. */
  isUnknown: boolean
}

const DEFAULT_DAYS = 90
/** The amount shown until one is entered, unless the wallet holds something. */
const EXAMPLE = "100"

/** The form of a new loan: collateral, amount and days with their consequences. */
export function BorrowPanel({ tokens, chosen, isUnknown }: BorrowPanelProps) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const held = useWalletData({
    subject: "collateral",
    version: "",
    load: (owner, signal) =>
      callApi("GET /api/internal/loans/collateral", { query: { wallet: owner } }, { signal }),
  })?.data
  const [picked, setPicked] = useState<string | null>(chosen)
  // Null until it is edited.
  const [text, setText] = useState<string | null>(null)
  const [days, setDays] = useState(DEFAULT_DAYS)
  const options = listOptions(tokens, held, picked)
  const token = options.find(({ address }) => address === picked) ?? options[0]
  const address = token ? toAddress(token.address) : contracts.mainToken
  const state = useChainQuery({
    key: ["borrow", address, wallet.address],
    read: (client) => readBorrowState(client, contracts, address, wallet.address),
  })
  if (!token) return <Notice title="There is no token to borrow on yet" />
  const pick = (next: string) => {
    setPicked(next)
    if (wallet.address) setText("")
  }
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title="New loan">
        <div className="grid grid-cols-1 gap-4">
          {isUnknown && (
            <Notice title="This token cannot be pledged" tone="warning">
              <p>Loans are given on TIDE and on tokens that were launched here. Choose another.</p>
            </Notice>
          )}
          <NativeSelect
            key={`select ${token.address}`}
            label={held && held.length > 0 ? "Collateral you hold" : "Collateral"}
            onChange={(event) => pick(event.target.value)}
            options={options.map(({ address: value, symbol, name }) => [
              value,
              symbol === name ? symbol : `${symbol} · ${name}`,
            ])}
            value={token.address}
          />
          {held?.length === 0 && <NothingHeld />}
          <ReadFailure query={state} />
          {state.data ? (
            <BorrowForm
              days={days}
              key={address}
              onDays={setDays}
              onText={setText}
              state={state.data}
              text={text ?? (held && held.length > 0 ? "" : EXAMPLE)}
              token={token}
              wallet={wallet}
            />
          ) : (
            <FormSkeleton />
          )}
        </div>
      </Card>
      <Card className="self-start" title="Why no price can liquidate it">
        <PricePicture isStable={token.multiplier === 100} symbol={token.symbol} />
      </Card>
    </div>
  )
}

/** The wallet's tokens, or the default list without any. The picked token is always among them. */
function listOptions(
  tokens: readonly CollateralToken[],
  held: readonly CollateralToken[] | undefined,
  picked: string | null,
): readonly CollateralToken[] {
  if (!held || held.length === 0) return tokens
  const isHeld = picked === null || held.some(({ address }) => address === picked)
  const added = isHeld ? undefined : tokens.find(({ address }) => address === picked)
  return added ? [...held, added] : held
}

const NothingHeld = () => (
  <Notice title="This wallet holds no token to pledge">
    <p>
      The figures below are an example. Buy TIDE or a token of the{" "}
      <a className="text-link" href="/launchpad">
        launchpad
      </a>{" "}
      to borrow on it.
    </p>
  </Notice>
)

function FormSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-34" />
      <Skeleton className="h-32" />
      <Skeleton className="h-60" />
      <Skeleton className="h-13" />
    </div>
  )
}
