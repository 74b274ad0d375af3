"use client"

import { useRouter } from "next/navigation"
import { useCallback, useEffect, useRef, useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Spinner } from "@/components/ui/spinner"
import { useSession } from "@/components/wallet/session/session"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { useWallet } from "@/components/wallet/use-wallet"
import type { ProjectTexts } from "./project-texts"
import { useSaveContent } from "./use-save-content"

type Draft = ProjectTexts & { picture: string | null }

type Props = {
  address: string
  draft: Draft
  /** What exists now, and what can be done with it: "KELP exists and can be traded." */
  news: string
  /** Where it can be seen. */
  href: string
  onStored: () => void
}

/** After the transaction: stores picture, description and links, then leads to the page to share. */
export function SaveContentPanel({ address, draft, news, href, onStored }: Props) {
  const router = useRouter()
  const hasContent = Object.values(contentOf(draft)).some(Boolean)
  const finish = useCallback(() => {
    onStored()
    router.push(href)
  }, [router, href, onStored])
  const { store, failure, isPending } = useSaving({ address, draft, finish })
  const { wallets, loadSession } = useSession()
  const { address: wallet } = useWallet()
  useEffect(loadSession, [loadSession])
  const isSignedIn = wallet !== undefined && (wallets?.includes(wallet) ?? false)

  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current || (hasContent && !isSignedIn)) return
    isBegun.current = true
    if (hasContent) void store()
    else finish()
  }, [hasContent, isSignedIn, store, finish])

  if (!hasContent) return null
  return (
    <Notice title="Upload picture and description" tone={failure ? "warning" : "info"}>
      <div className="grid gap-3 pt-1">
        <p>
          {news} What the contract does not hold is stored here, in the name of the wallet that
          created it. Until then it is kept in this browser.
        </p>
        {!isSignedIn && <SignInPanel />}
        {isPending && (
          <p className="flex items-center gap-2" role="status">
            <Spinner /> Uploading…
          </p>
        )}
        {failure && <FailureNotice failure={failure} />}
        <div className="flex flex-wrap gap-2">
          {failure && isSignedIn && (
            <Button onClick={store} pending={isPending}>
              Try again
            </Button>
          )}
          <ButtonLink href={href} variant="quiet">
            Skip and open the page
          </ButtonLink>
        </div>
      </div>
    </Notice>
  )
}

const contentOf = ({ picture, description, website, telegram, socialx }: Draft) => ({
  picture,
  description: description.trim(),
  website: website.trim(),
  telegram: telegram.trim(),
  socialx: socialx.trim(),
})

type SavingOptions = { address: string; draft: Draft; finish: () => void }

function useSaving({ address, draft, finish }: SavingOptions) {
  const send = useSaveContent(address)
  const { selectWallet } = useSession()
  const { address: wallet } = useWallet()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const store = useCallback(async () => {
    setPending(true)
    setFailure(null)
    try {
      if (wallet) selectWallet(wallet)
      const { picture, ...texts } = contentOf(draft)
      const said = Object.entries(texts).filter(([, text]) => text !== "")
      await send({ picture, ...Object.fromEntries(said) })
      // Still pending: the next page is on its way.
      finish()
    } catch (error) {
      setFailure(describeFailure(error))
      setPending(false)
    }
  }, [selectWallet, draft, finish, send, wallet])
  return { store, isPending, failure }
}
