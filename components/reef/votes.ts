"use client"

import { useCallback, useEffect, useSyncExternalStore } from "react"
import { toast } from "@/components/ui/toast"
import { field } from "./json"
import { callIfSignedIn, callSignedIn, requireSignIn, useReefSession } from "./session-gate"

export type VoteKind = "post" | "comment"

type Vote = {
  isSet: boolean
  isPending: boolean
  /** What the score is known to be since the page was rendered with `over`; a newer page counts more. */
  score: { shown: number; over: number } | null
}

const UNSET: Vote = { isSet: false, isPending: false, score: null }
/** Ids the service looks up at once. */
const MAX_IDS = 100
const FETCH_DELAY_MS = 50

const votes = new Map<string, Vote>()
const listeners = new Set<() => void>()
/** What the page shows, and how often. */
const mounted = new Map<string, number>()
const loadedKeys = new Set<string>()
let owner: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** A vote on something, set at once and put right by what the service says. */
export function useVote(kind: VoteKind, id: string, score: number) {
  const { me } = useReefSession()
  const key = `${kind} ${id}`
  useEffect(() => {
    mounted.set(key, (mounted.get(key) ?? 0) + 1)
    scheduleFetch(me)
    return () => {
      const left = (mounted.get(key) ?? 1) - 1
      if (left > 0) mounted.set(key, left)
      else mounted.delete(key)
    }
  }, [key, me])
  const vote = useSyncExternalStore(
    subscribe,
    () => votes.get(key) ?? UNSET,
    () => UNSET,
  )
  const toggle = useCallback(() => void toggleVote(kind, id, score), [kind, id, score])
  return { isSet: vote.isSet, score: shownScore(vote, score), isPending: vote.isPending, toggle }
}

const shownScore = ({ score }: Vote, rendered: number) =>
  score && score.over === rendered ? score.shown : rendered

async function toggleVote(kind: VoteKind, id: string, rendered: number) {
  const key = `${kind} ${id}`
  if (votes.get(key)?.isPending) return
  const path = kind === "post" ? `/api/reef/vote/${id}` : `/api/reef/vote/comment/${id}`
  if (!loadedKeys.has(key)) {
    // Only of somebody who is signed in is it known whether pressing sets the vote or takes it back.
    const me = await requireSignIn("to vote")
    if (!me) return
    setOwner(me)
    await fetchVotes([key])
    // Who has just signed in meant to vote, not to take back a vote they did not see.
    if (votes.get(key)?.isSet) return
  }
  const before = votes.get(key) ?? UNSET
  const isSet = !before.isSet
  const shown = Math.max(0, shownScore(before, rendered) + (isSet ? 1 : -1))
  setVote(key, { isSet, isPending: true, score: { shown, over: rendered } })
  const said = await callSignedIn("to vote", path, { method: "POST" })
  if (!said || said.refusal) {
    setVote(key, { ...before, isPending: false })
    if (said?.refusal) showFailure(said.refusal)
    return
  }
  const score = field(said.json, "newScore", shown)
  setVote(key, {
    isSet: field(said.json, "voted", isSet),
    isPending: false,
    score: { shown: score, over: rendered },
  })
}

const showFailure = ({ sentence, remedy }: { sentence: string; remedy: string }) =>
  toast({ title: sentence, description: remedy, tone: "bad" })

/** Asks, for everything that has come into the page within a moment, whether `me` has voted for it. */
function scheduleFetch(me: string | null) {
  setOwner(me)
  if (!me) return
  clearTimeout(timer)
  timer = setTimeout(
    () => void fetchVotes([...mounted.keys()].filter((key) => !loadedKeys.has(key))),
    FETCH_DELAY_MS,
  )
}

/** What is known belongs to one wallet. */
function setOwner(me: string | null) {
  if (owner === me) return
  owner = me
  loadedKeys.clear()
  votes.clear()
  notify()
}

async function fetchVotes(keys: readonly string[]) {
  for (let from = 0; from < keys.length; from += MAX_IDS) {
    const some = keys.slice(from, from + MAX_IDS)
    const ids = (kind: VoteKind) =>
      some.flatMap((key) => (key.startsWith(`${kind} `) ? key.slice(kind.length + 1) : [])).join()
    const query = new URLSearchParams({ postIds: ids("post"), commentIds: ids("comment") })
    const me = owner
    const said = await callIfSignedIn(`/api/reef/votes?${query}`)
    if (!said || said.refusal || me !== owner) return
    const posts = field<readonly unknown[]>(said.json, "votedPostIds", [])
    const comments = field<readonly unknown[]>(said.json, "votedCommentIds", [])
    const cast = new Set([
      ...posts.map((id) => `post ${id}`),
      ...comments.map((id) => `comment ${id}`),
    ])
    for (const key of some) {
      loadedKeys.add(key)
      const now = votes.get(key) ?? UNSET
      if (!now.isPending && now.isSet !== cast.has(key))
        votes.set(key, { ...now, isSet: cast.has(key) })
    }
    notify()
  }
}

function setVote(key: string, vote: Vote) {
  votes.set(key, vote)
  loadedKeys.add(key)
  notify()
}

function notify() {
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
