"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { QueryFailure } from "@/components/browser/query-failure"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { Switch } from "@/components/ui/switch"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer } from "@/lib/api/client"
import type { NetworkSettings } from "@/lib/social/config"
import { RELEASE_DAYS, X_ATTEMPTS_PER_DAY } from "@/lib/social/constants"
import { composeUrl, countToday } from "./compose-url"
import { NotConfigured } from "./not-configured"
import { PostsList } from "./posts-list"
import { useReload, useXAccount, useXPosts } from "./use-social"
import { XLink, XPostForm } from "./x-link"

type Props = { wallet: string; settings: NetworkSettings["x"] }
type XAccount = NonNullable<ApiAnswer<"GET /api/v1/me/profile">["xAccount"]>

/** The wallet's X account: linked, shown, unlinked, and its posts for points. */
export function XCard({ wallet, settings }: Props) {
  const query = useXAccount(wallet)
  const account = query.data?.xAccount
  const canLink = settings.hasOauth || settings.handle !== null
  return (
    <Card title="X">
      <div className="grid grid-cols-1 gap-5">
        {query.isPending && <Skeleton className="h-24" />}
        <QueryFailure query={query} />
        {account && <LinkedX account={account} wallet={wallet} />}
        {query.isSuccess && !account && canLink && <XLink settings={settings} wallet={wallet} />}
        {query.isSuccess && !canLink && <NotConfigured what="X accounts" />}
        {account && <XPosts handle={settings.handle} wallet={wallet} />}
      </div>
    </Card>
  )
}

function LinkedX({ wallet, account }: { wallet: string; account: XAccount }) {
  const { request } = useSession()
  const reload = useReload(wallet)
  const { run, isPending, failure } = useAction()
  const change = (body: { removeSocial: "x" } | { toggleSocialPublic: "x" }) =>
    run(async () => {
      await request("POST /api/v1/me/profile", { body })
      await reload()
    })
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-sm wrap-anywhere">
          Linked to{" "}
          <a
            className="font-medium text-link"
            href={`https://x.com/${account.username}`}
            rel="noopener noreferrer nofollow"
            target="_blank"
          >
            @{account.username}
          </a>
          {account.displayName && (
            <span className="text-muted">
              {" "}
              (<bdi>{account.displayName}</bdi>)
            </span>
          )}
        </p>
        <Button onClick={() => change({ removeSocial: "x" })} pending={isPending} variant="quiet">
          Unlink X
        </Button>
      </div>
      <Switch
        checked={account.isPublic}
        isDisabled={isPending}
        label="Show the linked X account on my profile"
        onChange={() => change({ toggleSocialPublic: "x" })}
      />
      <p className="text-sm text-muted">
        After you unlink it, only this wallet can link the account again for {RELEASE_DAYS} days.
      </p>
      <div aria-live="polite">{failure && <FailureNotice failure={failure} />}</div>
    </div>
  )
}

function XPosts({ wallet, handle }: { wallet: string; handle: string | null }) {
  const { request } = useSession()
  const reload = useReload(wallet)
  const query = useXPosts(wallet)
  const posts = query.data?.tweets ?? []
  const submit = async (tweetUrl: string) => {
    try {
      await request("POST /api/v1/social/verify-tweet", { body: { tweetUrl } })
    } finally {
      // A refused post still counts as an attempt.
      await reload()
    }
  }
  return (
    <section className="grid grid-cols-1 gap-4">
      <h3>Posts for points</h3>
      {handle ? (
        <>
          <p className="text-sm text-muted">
            A public post that mentions @{handle} earns 50 points while it stays up for its first 7
            days.{" "}
            <a
              className="text-link"
              href={composeUrl(`@${handle} `)}
              rel="noopener noreferrer"
              target="_blank"
            >
              Write one on X
            </a>
          </p>
          <XPostForm
            button="Submit post"
            hint={`${countToday(posts)} of ${X_ATTEMPTS_PER_DAY} attempts used today (UTC). Refused posts count as well.`}
            label="Address of your post"
            onSend={submit}
          />
        </>
      ) : (
        <NotConfigured what="points for posts on X" />
      )}
      {query.isPending && <Skeleton className="h-16" />}
      <QueryFailure query={query} />
      {query.isSuccess && (
        <PostsList
          label="Submitted posts on X"
          posts={posts.map(({ tweetId, tweetUrl, tweetText, verified, createdAt }, i) => ({
            id: `${tweetId} ${i}`,
            url: tweetUrl,
            text: tweetText || tweetUrl,
            status: verified ? "Verified" : "Not counted",
            isGood: verified,
            createdAt,
          }))}
        />
      )}
    </section>
  )
}
