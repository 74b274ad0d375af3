"use client"

import { useEffect, useState } from "react"
import { MentionCards } from "@/components/reef/mention-cards"
import type { PostText } from "@/components/reef/post-validation"
import { UserText } from "@/components/reef/user-text"
import { callApi } from "@/lib/api/client"
import { trimText } from "@/lib/readable-text"
import { removeInvisible } from "@/lib/reef/text"
import { findMentionsInText } from "@/lib/search/mentions/parse"
import type { Mention } from "@/lib/search/mentions/schema"

/** Preview of the post with cards of the mentioned tokens and markets. */
export function Preview({ draft: { title, body } }: { draft: PostText }) {
  const mentions = useMentions(`${title}\n${body}`)
  return (
    <section
      aria-labelledby="preview"
      className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-dashed border-line-strong p-4 sm:p-5"
    >
      <h2 className="text-muted" id="preview">
        Preview
      </h2>
      <p className="text-2xl leading-tight font-bold wrap-anywhere">
        {trimText(title) ? (
          <bdi>{removeInvisible(title)}</bdi>
        ) : (
          <span className="text-muted">Your title</span>
        )}
      </p>
      {trimText(body) ? (
        <UserText
          isWhole
          addressLinks={Object.fromEntries(mentions.map(({ address, href }) => [address, href]))}
          text={trimText(body)}
        />
      ) : (
        <p className="text-sm text-muted">
          Name a market or a token by its address, by a link to its page, or by $SYMBOL: its card
          appears here with the current price.
        </p>
      )}
      <MentionCards mentions={mentions} />
    </section>
  )
}

const DEBOUNCE_MS = 400

function useMentions(text: string): readonly Mention[] {
  const [mentions, setMentions] = useState<readonly Mention[]>([])
  const [host, setHost] = useState("")
  useEffect(() => setHost(location.host), [])
  const { addresses, symbols } = findMentionsInText(text, host)
  const addressList = addresses.slice(0, MAX_MENTIONS).join()
  const symbolList = symbols.slice(0, MAX_MENTIONS).join()
  useEffect(() => {
    if (addressList === "" && symbolList === "") return setMentions([])
    const abort = new AbortController()
    const { signal } = abort
    const query = { addresses: addressList, symbols: symbolList }
    const timer = setTimeout(
      () =>
        callApi("GET /api/internal/reef/mentions", { query }, { signal }).then(
          ({ data }) => setMentions(data),
          // The cards are optional: without an answer none are shown.
          () => setMentions([]),
        ),
      DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [addressList, symbolList])
  return mentions
}

/** Limit of the endpoint. */
const MAX_MENTIONS = 8
