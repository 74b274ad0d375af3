"use client"

import { useCallback, useEffect } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { toast } from "@/components/ui/toast"
import { callIfSignedIn, callSignedIn, requireSignIn, useReefSession } from "./session-gate"

export type VoteKind = "post" | "comment"

type Vote = {
  isSet: boolean
  isPending: boolean
  /** The score the API answered while the page showed `over`; ignored once the page shows another. */
  score: { shown: number; over: number } | null
}

const UNSET: Vote = { isSet: false, isPending: false, score: null }
/** Most ids per request. */
const MAX_IDS = 100
const FETCH_DELAY_MS = 50

const store = createStore<{ votes: ReadonlyMap<string, Vote> }>()(() => ({ votes: new Map() }))
/** Number of mounted vote buttons by key. */
const mounted = new Map<string, number>()
const loadedKeys = new Set<string>()
let owner: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Optimistic vote: set at once, corrected by the answer of the API. */
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
  const vote = useStore(store, ({ votes }) => votes.get(key) ?? UNSET)
  const toggle = useCallback(() => void toggleVote(kind, id, score), [kind, id, score])
  return { isSet: vote.isSet, score: shownScore(vote, score), toggle }
}

const shownScore = ({ score }: Vote, rendered: number) =>
  score && score.over === rendered ? score.shown : rendered

async function toggleVote(kind: VoteKind, id: string, rendered: number) {
  const key = `${kind} ${id}`
  if (getVote(key).isPending) return
  if (!loadedKeys.has(key)) {
    // Without a signed-in wallet it is unknown whether pressing sets or removes the vote.
    const me = await requireSignIn("to vote")
    if (!me) return
    setOwner(me)
    await fetchVotes([key])
    // The user meant to vote, not to remove a vote they could not see.
    if (getVote(key).isSet) return
  }
  const before = getVote(key)
  const isSet = !before.isSet
  const shown = Math.max(0, shownScore(before, rendered) + (isSet ? 1 : -1))
  setVote(key, { isSet, isPending: true, score: { shown, over: rendered } })
  const result = await sendVote(kind, id)
  if (!result?.answer) {
    setVote(key, { ...before, isPending: false })
    if (result?.failure) showFailure(result.failure)
    return
  }
  const { voted, newScore } = result.answer
  setVote(key, { isSet: voted, isPending: false, score: { shown: newScore, over: rendered } })
}

const sendVote = (kind: VoteKind, id: string) =>
  kind === "post"
    ? callSignedIn("to vote", "POST /api/reef/vote/[postId]", { params: { postId: id } })
    : callSignedIn("to vote", "POST /api/reef/vote/comment/[commentId]", {
        params: { commentId: id },
      })

const showFailure = ({ sentence, remedy }: { sentence: string; remedy: string }) =>
  toast({ title: sentence, description: remedy, tone: "bad" })

/** Loads the votes of `me` for everything mounted within the delay, in one request. */
function scheduleFetch(me: string | null) {
  setOwner(me)
  if (!me) return
  clearTimeout(timer)
  timer = setTimeout(
    () => void fetchVotes([...mounted.keys()].filter((key) => !loadedKeys.has(key))),
    FETCH_DELAY_MS,
  )
}

/** Loaded votes belong to one wallet. */
function setOwner(me: string | null) {
  if (owner === me) return
  owner = me
  loadedKeys.clear()
  store.setState({ votes: new Map() })
}

async function fetchVotes(keys: readonly string[]) {
  for (let from = 0; from < keys.length; from += MAX_IDS) {
    const some = keys.slice(from, from + MAX_IDS)
    const ids = (kind: VoteKind) =>
      some.flatMap((key) => (key.startsWith(`${kind} `) ? key.slice(kind.length + 1) : [])).join()
    const query = { postIds: ids("post"), commentIds: ids("comment") }
    const me = owner
    const result = await callIfSignedIn("GET /api/reef/votes", { query })
    if (!result?.answer || me !== owner) return
    const { votedPostIds, votedCommentIds } = result.answer
    const cast = new Set([
      ...votedPostIds.map((id) => `post ${id}`),
      ...votedCommentIds.map((id) => `comment ${id}`),
    ])
    const votes = new Map(store.getState().votes)
    for (const key of some) {
      loadedKeys.add(key)
      const now = votes.get(key) ?? UNSET
      if (!now.isPending && now.isSet !== cast.has(key))
        votes.set(key, { ...now, isSet: cast.has(key) })
    }
    store.setState({ votes })
  }
}

const getVote = (key: string) => store.getState().votes.get(key) ?? UNSET

function setVote(key: string, vote: Vote) {
  loadedKeys.add(key)
  store.setState(({ votes }) => ({ votes: new Map(votes).set(key, vote) }))
}
