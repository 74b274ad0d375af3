"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { Spinner } from "@/components/ui/spinner"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { useWallet } from "@/components/wallet/use-wallet"
import { trimText } from "@/lib/readable-text"
import type { ProjectTexts } from "./project-texts"
import { type ProjectContent, saveContent } from "./save-content"
import { useWalletRequest } from "./use-wallet-request"

type Draft = ProjectTexts & { picture: string | null }

type Props = {
  address: string
  draft: Draft
  /** The result of the transaction: "KELP exists and can be traded." */
  news: string
  /** URL of its page. */
  href: string
  onStored: () => void
}

/** After the transaction: uploads picture, description and links, then opens the page. */
export function SaveContentPanel({ address, draft, news, href, onStored }: Props) {
  const router = useRouter()
  const { address: wallet = "" } = useWallet()
  const { attempt, isPending, failure, isSignedIn } = useWalletRequest(wallet)
  const [isStored, setStored] = useState(false)
  const content = contentOf(draft)
  const hasContent = Object.values(content).some(Boolean)
  const finish = () => {
    onStored()
    router.push(href)
  }
  const store = () =>
    attempt(async (request) => {
      await saveContent(request, address, content)
      setStored(true)
      finish()
    })
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current || (hasContent && !isSignedIn)) return
    isBegun.current = true
    if (hasContent) void store()
    else finish()
  })
  if (!hasContent) return null
  return (
    <Notice title="Upload picture and description" tone={failure ? "warning" : "info"}>
      <div className="grid gap-3 pt-1">
        <p>
          {news} Picture, description and links are not part of the contract: the creator’s wallet
          uploads them now. Until then they are stored in this browser.
        </p>
        {!isSignedIn && <SignInPanel />}
        {(isPending || isStored) && (
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

/** The texts that were entered, and the picture. */
function contentOf({ picture, description, website, telegram, socialx }: Draft): ProjectContent {
  const texts = Object.entries({ description, website, telegram, socialx })
  return { picture, ...Object.fromEntries(texts.filter(([, text]) => trimText(text) !== "")) }
}
