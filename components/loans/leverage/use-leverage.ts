"use client"

import { useMemo, useRef, useState } from "react"
import { type Address, maxUint256 } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import type { PoolState } from "@/components/swap/pool-state"
import { TOO_LITTLE } from "@/components/swap/use-trade"
import { classifyImpact, isConsent } from "@/components/ticket/price-impact"
import type { TradeSettings } from "@/components/ticket/trade-settings"
import { amountOut, useActionQuote } from "@/components/ticket/use-action-quote"
import { usePriceSlip } from "@/components/ticket/use-price-slip"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { formatAmount, parseAmount } from "@/lib/format"
import { exposureOf, findPercentage, quoteMixed, SEVERE_FEES } from "@/lib/loans/leverage-math"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { formatMultiple, type LeveragePreview, previewLeverage } from "./preview"
import {
  createLeverageRequest,
  type LeverageReceipt,
  leverageAction,
  readLeverageReceipt,
} from "./requests"
import { findLeverageBlocker } from "./rules"

type LeverageOptions = {
  address: Address
  symbol: string
  state: PoolState
  owner: Address | undefined
  text: string
  onText: (text: string) => void
  days: bigint
  /** Requested exposure per own money, in basis points. */
  exposure: bigint
  settings: TradeSettings
  /** Reads the pool again; null when the chain did not answer. */
  refresh: () => Promise<PoolState | null>
}

/** Finds a stored purchase again after a reload. */
export const leverageName = (token: Address) => `leverage.${token}`

export type LeverageTicket = ReturnType<typeof useLeverage>

/** State of a leveraged purchase: its quote, what blocks it, and the purchase itself. */
export function useLeverage(options: LeverageOptions) {
  const { address, symbol, state, owner, text, days, settings, refresh } = options
  const [consent, setConsent] = useState("")
  const [isReviewing, setReviewing] = useState(false)
  const quote = useLeverageQuote(options)
  const sending = useLeverageTransaction(address)
  const { isBusy, confirmed } = sending
  const preview = confirmed ?? quote.preview
  const blocker = isBusy
    ? null
    : findLeverageBlocker({ ...quote, text, state, preview, isExpert: settings.isExpert })
  const level = preview ? classifyImpact(preview.impact) : "ordinary"
  const hasSevereFees = preview !== null && preview.feeShare > SEVERE_FEES
  const isSevere = level === "severe" || level === "extreme" || hasSevereFees
  const isRequired = !isBusy && blocker === null && isSevere
  const isBlocked =
    blocker !== null ||
    preview === null ||
    quote.simulated.rejection !== null ||
    quote.slippedBy !== null ||
    (isRequired && !isConsent(consent))
  const pay = state.wallet?.pay.buy
  const needsApproval = pay && preview ? pay.allowance < preview.amountIn : false
  const minimumOut = preview ? minAmountOut(preview.collateral, settings.slippage) : 0n
  const minimumTokens = preview?.tokens ? minAmountOut(preview.tokens, settings.slippage) : 0n

  const startOver = () => {
    setReviewing(false)
    setConsent("")
    sending.startOver()
  }
  const purchase = async () => {
    if (!preview || isBlocked || quote.hasSlipped(toSlip(preview))) return
    const { amountIn, collateral, tokens, multiple, percentage } = preview
    const title = `Buy ${formatAmount(collateral + tokens)} ${symbol} with ${formatMultiple(multiple)} leverage`
    const hasSlipped = async () => {
      const fresh = await refresh()
      const now = fresh && previewLeverage(fresh.route, amountIn, days, percentage)
      return !now?.isPossible || quote.hasSlipped(toSlip(now))
    }
    const terms = {
      ...{ token: address, amount: amountIn, days, percentage, title },
      ...{ minimumOut, minimumTokens },
    }
    const approved = settings.isUnlimited ? maxUint256 : amountIn
    if (await sending.send({ preview, terms, approved, needsApproval, hasSlipped })) {
      options.onText("")
      setConsent("")
      setReviewing(false)
    }
  }

  return {
    ...quote,
    preview,
    consent: { text: consent, setText: setConsent, isRequired },
    hasSevereFees,
    balance: pay?.balance,
    needsApproval,
    minimumOut: minimumOut + minimumTokens,
    blocker,
    level,
    isBlocked,
    isBusy,
    isReviewing: isReviewing && preview !== null,
    setReviewing,
    purchase,
    startOver,
    transaction: sending.state,
    receipt: sending.receipt,
    owner,
  }
}

const toSlip = ({ amountIn, collateral, tokens }: LeveragePreview) => ({
  amountIn,
  amountOut: collateral + tokens,
})

/** The result of the input, and how the price has moved since it was shown. */
function useLeverageQuote(options: LeverageOptions) {
  const { address, state, owner, text, days, exposure, settings } = options
  const amount = parseAmount(text)
  const { route } = state
  const isAmount = amount !== null && amount > 0n
  // Hundreds of rounds, for each of the price changes.
  const most = useMemo(
    () => (isAmount ? findMostExposure(route, amount, days) : null),
    [route, amount, days, isAmount],
  )
  const percentage = useMemo(
    () => (isAmount ? findPercentage(route, amount, { days, now: 0n }, exposure) : 100n),
    [route, amount, days, exposure, isAmount],
  )
  const computed = useMemo(
    () => (isAmount ? previewLeverage(route, amount, days, percentage) : null),
    [route, amount, days, percentage, isAmount],
  )
  const purchase = computed?.isPossible && {
    ...leverageAction({ token: address, amount: computed.amountIn, days, percentage }),
    ...(owner && { wallet: owner }),
  }
  const simulated = useActionQuote(purchase || null, `${computed?.collateral}`)
  const isMixed = computed !== null && computed.tokens > 0n
  const collateral = amountOut(simulated.quote, isMixed ? `${address}:position` : address)
  const tokens = isMixed ? amountOut(simulated.quote, address) : 0n
  // Computed from the reserves until the next block was simulated.
  const preview = computed && {
    ...computed,
    collateral: collateral ?? computed.collateral,
    tokens: tokens ?? computed.tokens,
  }
  const slip = usePriceSlip(
    `${text} ${days} ${percentage}`,
    preview?.isPossible ? toSlip(preview) : null,
    settings.slippage,
  )
  return { amount, most, preview, simulated, isConfirmed: collateral !== undefined, ...slip }
}

/** The exposure from leveraging the whole amount. */
const findMostExposure = (route: PoolState["route"], amount: bigint, days: bigint) =>
  exposureOf(route, quoteMixed(route, amount, { days, now: 0n }))

type LeverageSubmission = {
  preview: LeveragePreview
  terms: Parameters<typeof createLeverageRequest>[0]
  approved: bigint
  needsApproval: boolean
  /** Reads the price again: whether it has slipped too far, which the ticket then shows. */
  hasSlipped: () => Promise<boolean>
}

/** Sends one purchase at a time, and reads the position from its receipt. */
function useLeverageTransaction(token: Address) {
  const { contracts } = useBrowserConfig()
  /** Shown from the press until the purchase is done. */
  const [confirmed, setConfirmed] = useState<LeveragePreview | null>(null)
  const [receipt, setReceipt] = useState<LeverageReceipt | null>(null)
  const isPressed = useRef(false)
  const { run, reset, state, isRunning } = useTransaction({
    name: leverageName(token),
    onMined: (mined) => setReceipt(readLeverageReceipt(mined, contracts)),
  })
  const send = async ({ preview, hasSlipped, ...purchase }: LeverageSubmission) => {
    // A second press can come before the next render.
    if (isPressed.current || isRunning) return false
    isPressed.current = true
    setConfirmed(preview)
    try {
      // The node can try the purchase only once it is approved.
      if (purchase.needsApproval && (await hasSlipped())) return false
      const request = createLeverageRequest(purchase.terms, purchase.approved, contracts)
      return await run(request, async ({ code }) => code === TOO_LITTLE && (await hasSlipped()))
    } finally {
      isPressed.current = false
      setConfirmed(null)
    }
  }
  const startOver = () => {
    if (isRunning) return
    reset()
    setReceipt(null)
  }
  return { send, startOver, confirmed, receipt, state, isBusy: confirmed !== null || isRunning }
}
