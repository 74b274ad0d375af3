"use client"

import { QueryFailure } from "@/components/browser/query-failure"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import type { NetworkSettings } from "@/lib/social/config"
import { MOLTBOOK_POSTS_PER_DAY } from "@/lib/social/constants"
import { MoltbookLink, MoltbookPostForm } from "./moltbook-link"
import { NotConfigured } from "./not-configured"
import { PostsList } from "./posts-list"
import { useMoltbook, useMoltbookPosts, useReload } from "./use-social"

type Props = { wallet: string; settings: NetworkSettings["moltbook"] }

/** The wallet's Moltbook account and its posts. */
export function MoltbookCard({ wallet, settings }: Props) {
  const query = useMoltbook(wallet)
  const status = query.data
  return (
    <Card title="Moltbook">
      <div className="grid grid-cols-1 gap-5">
        {query.isPending && <Skeleton className="h-24" />}
        <QueryFailure query={query} />
        {status?.linked && (
          <p className="text-sm">
            Linked to <bdi className="font-medium">{status.moltbookName}</bdi>:{" "}
            <span className="figures">{status.postCount}</span> verified posts,{" "}
            <span className="figures">{status.totalKarma}</span> karma.
          </p>
        )}
        {query.isSuccess && !settings && <NotConfigured what="Moltbook" />}
        {settings && status && !status.linked && (
          <MoltbookLink
            forum={settings.forum}
            pendingCode={status.pendingChallenge?.challenge ?? null}
            wallet={wallet}
          />
        )}
        {status?.linked && <MoltbookPosts settings={settings} wallet={wallet} />}
      </div>
    </Card>
  )
}

function MoltbookPosts({ wallet, settings }: Props) {
  const { request } = useSession()
  const reload = useReload(wallet)
  const query = useMoltbookPosts(wallet)
  const submit = async (postId: string) => {
    await request("POST /api/v1/social/verify-moltbook-post", { body: { postId } })
    await reload()
  }
  return (
    <section className="grid grid-cols-1 gap-4">
      <h3>Posts for points</h3>
      {settings && (
        <>
          <p className="text-sm text-muted">
            A post of yours in m/{settings.forum}, or one with the word Atoll, earns 50 points, up
            to {MOLTBOOK_POSTS_PER_DAY} a day (UTC).
          </p>
          <MoltbookPostForm button="Submit post" label="Your post" onSend={submit} />
        </>
      )}
      {query.isPending && <Skeleton className="h-16" />}
      <QueryFailure query={query} />
      {query.data && (
        <PostsList
          label="Submitted posts at Moltbook"
          posts={query.data.posts.map(({ id, postUrl, submolt, karma, verified, createdAt }) => ({
            id,
            url: postUrl,
            text: submolt ? `m/${submolt}` : postUrl,
            status: verified ? `Verified, ${karma} karma` : "No longer there",
            isGood: verified,
            createdAt,
          }))}
        />
      )}
    </section>
  )
}
