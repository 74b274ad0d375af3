"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { CardDraft } from "@/lib/agents/card-file"

/** Parts that need the wallet; each is loaded after the page. */

type CardFormProps = { agentId: number | null; stored: CardDraft | null }

export const CardForm = lazyWithWallet<CardFormProps>(
  () => import("./card-form").then((loaded) => loaded.CardForm),
  { fallback: <Skeleton className="h-160" /> },
)

type FeedbackFormProps = { agent: { agentId: number; wallet: string; owner: string | null } }

const LoadedFeedbackForm = lazyWithWallet<FeedbackFormProps>(
  () => import("./feedback-form").then((loaded) => loaded.FeedbackForm),
  { fallback: <Skeleton className="h-11" />, withoutChain: null },
)

export function FeedbackForm({ agent }: FeedbackFormProps) {
  const { address } = useWalletState()
  if (address !== null && (address === agent.wallet || address === agent.owner)) {
    return <p className="text-sm text-muted">Nobody rates an agent that they own or operate.</p>
  }
  return <LoadedFeedbackForm agent={agent} />
}

type RevokeProps = { agentId: number; author: string; feedbackIndex: number }

const LoadedRevoke = lazyWithWallet<RevokeProps>(
  () => import("./revoke-feedback").then((loaded) => loaded.RevokeFeedback),
  { fallback: <Skeleton className="h-11 w-24" />, withoutChain: null },
)

/** Only for the author. */
export function RevokeFeedback(props: RevokeProps) {
  const { address } = useWalletState()
  return address === props.author ? <LoadedRevoke {...props} /> : null
}

type OwnerProps = { agentId: number; owner: string | null; agentWallet: string | null }

const LoadedOwnerActions = lazyWithWallet<OwnerProps>(
  () => import("./owner-actions").then((loaded) => loaded.OwnerActions),
  { fallback: <Skeleton className="h-11" />, withoutChain: null },
)

/** The owner's changes to the agent; other visitors see nothing. */
export function OwnerActions(props: OwnerProps) {
  const { address } = useWalletState()
  return address !== null && address === props.owner ? <LoadedOwnerActions {...props} /> : null
}
