import { setTimeout } from "node:timers/promises"
import type { Address } from "viem"
import { z } from "zod"
import {
  type LoadRequest,
  type Pause,
  type signIn,
  startLoad,
  startReader,
} from "@/tests/helpers/cluster/clients"
import type { Cluster } from "@/tests/helpers/cluster/cluster"

type Member = Awaited<ReturnType<typeof signIn>> & { key: string }

/** A token, a trade of it, a post, and those who trade and write. */
type Venue = { token: string; txHash: string; postId: string; members: readonly Member[] }

const createdComment = z.object({ comment: z.object({ message: z.string() }) })
const castVote = z.object({ voted: z.boolean() })

/** Streams of one member; each may have ten. */
const STREAMS_EACH = 3
/** A wallet may write ten comments in a minute, and vote 200 times a day: for 40 minutes. */
const SLOW_PAUSE_MS = 12_000

/** What was written, and what the service has said is stored. */
type Written = {
  comments: { sent: number; acknowledged: string[] }
  /** The number in each wallet's newest name. */
  usernames: Map<string, { sent: number; acknowledged: number }>
  /** By wallet: votes sent and answered, and whether the last one answered was set. */
  votes: Map<string, { sent: number; answered: number; isSet: boolean }>
}

/** How many requests are sent over and over at once. */
export const countKinds = (venue: Venue): number =>
  listReads(venue).length + venue.members.length + SYNCS

/** What people and programs do at once: pages, lists, streams that stay open, trades that are reported, names, comments, votes. */
export function startMixedLoad(cluster: Cluster, venue: Venue, pause: Pause) {
  const trades = startTrading(cluster, venue)
  const written: Written = {
    comments: { sent: 0, acknowledged: [] },
    usernames: new Map(venue.members.map(({ address }) => [address, { sent: 0, acknowledged: 0 }])),
    votes: new Map(
      venue.members.map(({ address }) => [address, { sent: 0, answered: 0, isSet: false }]),
    ),
  }
  const fast = [...listReads(venue), ...listNamings(venue, written), ...listSyncs(trades.last)]
  const loads = [
    startLoad(cluster.url, fast, pause),
    startLoad(cluster.url, listSlowWrites(venue, written), () => SLOW_PAUSE_MS),
  ]
  const streams = venue.members.flatMap(({ cookie }) =>
    Array.from({ length: STREAMS_EACH }, () =>
      startReader([cluster.url], `trades:${venue.token},blocks`, cookie),
    ),
  )
  const sum = (key: "requests" | "refused") =>
    loads.reduce((total, { counts }) => total + counts[key], 0)
  return {
    venue,
    trades,
    written,
    streams,
    count: () => ({ requests: sum("requests"), refused: sum("refused") }),
    /** Answers that are neither good nor a refusal that names its end; they are taken out. */
    takeFailures: () => loads.flatMap(({ failures }) => failures.splice(0)),
    lastFailure: () => Math.max(...loads.map((load) => load.lastFailure())),
    async stop() {
      await trades.stop()
      await Promise.all([...loads, ...streams].map((each) => each.stop()))
    },
  }
}

export type MixedLoad = ReturnType<typeof startMixedLoad>

function listReads({ token, members: [member] }: Venue): LoadRequest[] {
  const headers = { "x-api-key": member?.key ?? "" }
  return [
    ...["/", "/launchpad", `/tokens/${token}`, "/reef", "/api/pulse", "/contracts.json"].map(
      (path) => ({ name: path, path }),
    ),
    ...[`tokens/${token}/trades`, `tokens/${token}/supply`, "tokens", "me/stats"].map((path) => ({
      ...{ name: path, path: `/api/v1/${path}`, headers },
    })),
    // It asks the node.
    {
      ...{ name: "quote", path: "/api/v1/quote", method: "POST", headers },
      body: () => JSON.stringify({ action: "token.buy", token, amount: `${10n ** 18n}` }),
    },
  ]
}

const listNamings = ({ members }: Venue, { usernames }: Written): LoadRequest[] =>
  members.map(({ cookie, address }, at) => ({
    ...{ name: "username", path: "/api/v1/me/profile", method: "POST" },
    headers: { cookie },
    body: () => {
      const own = usernames.get(address) ?? { sent: 0 }
      return JSON.stringify({ username: `m${at}_${++own.sent}` })
    },
    onDone: (text) => {
      const own = usernames.get(address)
      if (own) own.acknowledged = Number(/m\d_(\d+)/.exec(text)?.[1])
    },
  }))

const SYNCS = 2

const listSyncs = (lastTrade: () => string): LoadRequest[] =>
  Array.from({ length: SYNCS }, () => ({
    ...{ name: "sync", path: "/api/v1/sync", method: "POST" },
    body: () => JSON.stringify({ txHash: lastTrade() }),
  }))

const listSlowWrites = ({ postId, members }: Venue, { comments, votes }: Written): LoadRequest[] =>
  members.flatMap(({ cookie, address }): LoadRequest[] => [
    {
      ...{ name: "comment", path: `/api/reef/post/${postId}/comment`, method: "POST" },
      headers: { cookie },
      body: () => JSON.stringify({ message: `Comment ${++comments.sent} of ${address}` }),
      onDone: (text) => {
        comments.acknowledged.push(createdComment.parse(JSON.parse(text)).comment.message)
      },
    },
    {
      ...{ name: "vote", path: `/api/reef/vote/${postId}`, method: "POST" },
      headers: { cookie },
      body: () => {
        const own = votes.get(address)
        if (own) own.sent++
        return "{}"
      },
      onDone: (text) => {
        const own = votes.get(address)
        if (own)
          Object.assign(own, { answered: own.sent, isSet: castVote.parse(JSON.parse(text)).voted })
      },
    },
  ])

/** Trades at a steady pace, while it is not paused. */
function startTrading({ chain }: Cluster, { token, txHash, members }: Venue) {
  const state = { isStopped: false, isPaused: false }
  let hash = txHash
  let count = 0
  let turn: Promise<unknown> = Promise.resolve()
  async function trade() {
    const { address } = members[count % members.length] ?? { address: "" }
    const receipt = await chain.buy(address as Address, token, `${1 + (count % 9)}`)
    count++
    hash = receipt.transactionHash
  }
  const work = (async () => {
    while (!state.isStopped) {
      // The node may be stalled, or lose the transaction with its block.
      if (!state.isPaused) turn = trade().catch(() => {})
      await turn
      await setTimeout(250)
    }
  })()
  return {
    last: () => hash,
    count: () => count,
    async pause() {
      state.isPaused = true
      await turn
    },
    resume() {
      state.isPaused = false
    },
    async stop() {
      state.isStopped = true
      await work
    },
  }
}
