"use client"

import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { useLiveState } from "@/components/live/live-refresh"
import { useNow } from "@/components/ui/use-now"
import { callApi } from "@/lib/api/client"
import type { Asset } from "@/lib/updown/assets"
import type { AssetRounds, RoundsView } from "@/lib/updown/view"
import { parseRoundsView } from "./parse-view"

/** Least time between two reads of a visible page; a block that the index reports is read then. */
const MIN_GAP_MS = 1_000

/** Between two reads at most, should the index be silent. */
const MAX_GAP_MS = 6_000

/** Without an answer for this long, the figures count as outdated. */
const MAX_AGE_MS = 8_000

/** A payout of an older block is not shown as current. */
const MAX_BLOCKS_BEHIND = 2

/** Reading a new block takes at most this long while everything works. */
const READING_MS = 500

type LiveState = {
  view: RoundsView
  readAt: number
  /** Null until the browser has compared the clocks. */
  clockOffset: number | null
}

type LiveRounds = {
  view: RoundsView
  /** By how much the chain's clock is ahead of the browser's, in milliseconds. */
  clockOffset: number
  /** When the view was read, in the browser's time. */
  readAt: number
  /** Reads the rounds now; null when they cannot be read. */
  refresh: () => Promise<RoundsView | null>
}

const RoundsContext = createContext<LiveRounds | null>(null)

type Props = {
  initial: RoundsView
  /** Reads one asset alone. */
  asset?: Asset
  children: ReactNode
}

/** Keeps the rounds below it as the newest block has them. */
export function LiveRoundsProvider({ initial, asset, children }: Props) {
  // The first render is the server's: its clock counts.
  const [state, setState] = useState<LiveState>({
    ...{ view: initial, readAt: initial.chainTime, clockOffset: null },
  })
  const show = useCallback((view: RoundsView) => {
    setState((before) => (view.block < before.view.block ? before : enter(view, before)))
  }, [])
  useLayoutEffect(() => show(initial), [initial, show])
  const { block } = useLiveState()
  const refresh = useCallback(async () => {
    const query = asset ? { asset } : {}
    const answer = await callApi("GET /api/internal/rounds", { query }).catch(() => null)
    if (!answer?.view) return null
    const view = parseRoundsView(answer.view)
    show(view)
    return view
  }, [asset, show])
  usePolling(refresh, block)
  const value = useMemo(
    () => ({ ...state, clockOffset: state.clockOffset ?? 0, refresh }),
    [state, refresh],
  )
  return <RoundsContext value={value}>{children}</RoundsContext>
}

/** An answer takes a while to arrive: the largest offset is the nearest to the truth. */
function enter(view: RoundsView, before: { clockOffset: number | null }) {
  const readAt = Date.now()
  const offset = view.chainTime - readAt
  return { view, readAt, clockOffset: Math.max(before.clockOffset ?? offset, offset) }
}

/**
 * Calls `refresh` when `signal` has changed, and after a silence, one call at a time, while the page is visible: at most
 * every `MIN_GAP_MS`, at least every `MAX_GAP_MS`.
 */
function usePolling(refresh: () => Promise<unknown>, signal: unknown) {
  const readAt = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const schedule = useCallback(
    (gap: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(
        async () => {
          if (document.hidden) return
          readAt.current = performance.now()
          schedule(MAX_GAP_MS)
          await refresh()
        },
        Math.max(0, readAt.current + gap - performance.now()),
      )
    },
    [refresh],
  )
  useEffect(() => {
    const onShow = () => document.hidden || schedule(MIN_GAP_MS)
    document.addEventListener("visibilitychange", onShow)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener("visibilitychange", onShow)
    }
  }, [schedule])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signal tells of a new block
  useEffect(() => schedule(MIN_GAP_MS), [schedule, signal])
}

export function useRounds(): LiveRounds {
  const rounds = use(RoundsContext)
  if (!rounds) throw new Error("There are no rounds above this component")
  return rounds
}

/** The rounds of an asset; null where it has no contract. */
export function useAssetRounds(asset: Asset): AssetRounds | null {
  return useRounds().view.assets.find((each) => each.asset === asset) ?? null
}

/** The chain's time in Unix seconds: first the server's answer, then advanced with the browser's clock. */
export function useChainTime(): number {
  const { view, clockOffset } = useRounds()
  const now = useNow()
  const milliseconds = useIsHydrated() ? now + clockOffset : view.chainTime
  return Math.floor(milliseconds / 1_000)
}

const useIsHydrated = () =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

/** Whether the figures are too old to be shown as current. */
export function useIsOutdated(): boolean {
  const { view, readAt } = useRounds()
  const { head } = useLiveState()
  const now = useNow()
  const isBehind = useLasting((head ?? 0) - view.block > MAX_BLOCKS_BEHIND)
  return isBehind || now - readAt > MAX_AGE_MS
}

/** True once it has been true for a moment: several blocks can come at once, and are read at once. */
function useLasting(condition: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(condition), condition ? READING_MS : 0)
    return () => clearTimeout(timer)
  }, [condition])
  return condition && isLasting
}
