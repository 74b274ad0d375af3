"use client"

import { useState } from "react"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { sharePrice } from "@/lib/vault/math"
import { ActionForm, type VaultFormContext } from "./action-form"
import { type Asset, liquidShares, previewUnwrap, previewWrap } from "./share-actions"

export const WRAP = "vault.wrap"
export const UNWRAP = "vault.unwrap"

export type WrapDirection = "wrap" | "unwrap"

const directions = [
  { value: "wrap", label: "Wrap" },
  { value: "unwrap", label: "Unwrap" },
] as const

const assets = [
  { value: "TIDE", label: "TIDE" },
  { value: "USDB", label: "USDB" },
] as const

type Props = VaultFormContext & {
  direction: WrapDirection
  onDirection: (direction: WrapDirection) => void
}

/** Wraps TIDE or USDB into shares, and back. */
export function WrapForm({ direction, onDirection, ...context }: Props) {
  const [asset, setAsset] = useState<Asset>("TIDE")
  const isWrap = direction === "wrap"
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label="Direction"
        onChange={onDirection}
        options={directions}
        value={direction}
      />
      <div className="grid grid-cols-1 gap-1.5">
        <p aria-hidden="true" className="text-sm font-medium">
          {isWrap ? "Pay with" : "Receive"}
        </p>
        <SegmentedControl
          label={isWrap ? "Pay with" : "Receive"}
          onChange={setAsset}
          options={assets}
          value={asset}
        />
      </div>
      {isWrap ? (
        <ActionForm
          {...context}
          field={wrapField(asset, context)}
          hasApproval
          key={`wrap ${asset}`}
          name={WRAP}
          note={<Note>{wrapNotes[asset]}</Note>}
          preview={(text, at) => previewWrap(text, asset, at)}
        />
      ) : (
        <ActionForm
          {...context}
          field={shareField("You unwrap", context)}
          hasApproval={false}
          key={`unwrap ${asset}`}
          name={UNWRAP}
          note={<Note>{unwrapNotes[asset]}</Note>}
          preview={(text, at) => previewUnwrap(text, asset, at)}
        />
      )}
    </div>
  )
}

const wrapNotes: Record<Asset, string> = {
  TIDE: "Wrapping costs no fee. wTIDE can be sent and unwrapped at any time.",
  USDB: "Buys TIDE at the pool’s price and wraps it in the same transaction. Wrapping costs no fee, the purchase has the tax of TIDE.",
}

const unwrapNotes: Record<Asset, string> = {
  TIDE: "Unwrapping costs no fee and has no waiting time.",
  USDB: "Unwraps and sells the TIDE in the same transaction. Unwrapping costs no fee, the sale has the tax of TIDE.",
}

export function Note({ children }: { children: string }) {
  return <p className="text-xs text-muted">{children}</p>
}

function wrapField(asset: Asset, { state: { holder, route } }: VaultFormContext) {
  const isUsdb = asset === "USDB"
  return {
    label: "You wrap",
    unit: asset,
    balance: isUsdb ? holder?.balances.usdb : holder?.balances.tide,
    price: isUsdb ? WAD : routePrice(route),
  }
}

/** An amount of shares that are not locked. */
export function shareField(label: string, { state: { holder, route, totals } }: VaultFormContext) {
  return {
    label,
    unit: "wTIDE",
    balance: holder ? liquidShares(holder) : undefined,
    price: (sharePrice(totals) * routePrice(route)) / WAD,
  }
}
