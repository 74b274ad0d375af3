"use client"

import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react"
import { useStore } from "zustand"
import { createStore, type StoreApi } from "zustand/vanilla"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { NoChain } from "@/components/chain/no-chain"
import { Button } from "@/components/ui/button"
import { NeedsScripts } from "@/components/ui/needs-scripts"
import { Notice } from "@/components/ui/notice"
import type { BrowserConfig } from "@/lib/chain/browser"
import type { WalletRuntime } from "./runtime"
import { loadWallet, useWalletState } from "./store"

type Loaded<P> = {
  runtime: WalletRuntime
  Providers: ComponentType<{ runtime: WalletRuntime; children: ReactNode }>
  Part: ComponentType<P>
}

type LoadState<P> = { loaded: Loaded<P> | null; hasFailed: boolean }

type Options<P> = {
  /** Shown until the code is loaded; it should have the size of the component. */
  fallback: ReactNode | ((props: P) => ReactNode)
  /** Shown instead if no chain is configured. */
  withoutChain?: ReactNode
  /** Whether its fallback can be read and used without scripts. Parts that do not say why there is no chain can be. */
  worksWithoutScripts?: boolean
  /** Whether its code waits until a wallet is known or it is about to be seen; else it comes after the page. */
  waitsUntilSeen?: boolean
}

type LazySource<P> = Required<Options<P>> & {
  store: StoreApi<LoadState<P>>
  load: (config: BrowserConfig) => Promise<void>
}

/**
 * A component that is loaded after the page, together with the wallet code. Only inside of it do wagmi's hooks and
 * the hooks built on them work; elsewhere use the store. Call it at the top level of a client module:
 * `export const Ticket = lazyWithWallet(() => import("./ticket").then(({ Ticket }) => Ticket), { fallback })`.
 */
export function lazyWithWallet<P extends object>(
  importPart: () => Promise<ComponentType<P>>,
  {
    fallback,
    withoutChain = <NoChain />,
    worksWithoutScripts = withoutChain === null || fallback === null,
    waitsUntilSeen = false,
  }: Options<P>,
) {
  const store = createStore<LoadState<P>>()(() => ({ loaded: null, hasFailed: false }))
  const source = {
    fallback,
    withoutChain,
    worksWithoutScripts,
    waitsUntilSeen,
    store,
    load: createLoader(store, importPart),
  }
  return (props: P) => <LazyPart props={props} source={source} />
}

function createLoader<P>(
  store: StoreApi<LoadState<P>>,
  importPart: () => Promise<ComponentType<P>>,
) {
  let isLoading = false
  return async (config: BrowserConfig) => {
    if (isLoading || store.getState().loaded) return
    isLoading = true
    try {
      const [{ startRuntime, RuntimeProviders }, Part] = await Promise.all([
        import("./runtime"),
        importPart(),
      ])
      const loaded = { runtime: startRuntime(config), Providers: RuntimeProviders, Part }
      store.setState({ loaded, hasFailed: false })
    } catch {
      // A chunk could not be fetched.
      store.setState({ hasFailed: true })
    } finally {
      isLoading = false
    }
  }
}

function LazyPart<P extends object>({ source, props }: { source: LazySource<P>; props: P }) {
  const { store, load, fallback, withoutChain, waitsUntilSeen } = source
  const config = useOptionalConfig()
  const { loaded, hasFailed } = useStore(store)
  const { status } = useWalletState()
  const [isSeen, setSeen] = useState(false)
  const isWanted = !waitsUntilSeen || isSeen || status !== "disconnected"
  useEffect(() => {
    if (!config || !isWanted) return
    loadWallet()
    void load(config)
  }, [config, load, isWanted])
  if (!config) return withoutChain
  if (loaded) {
    const { Providers, Part, runtime } = loaded
    return (
      <Providers runtime={runtime}>
        <Part {...props} />
      </Providers>
    )
  }
  if (hasFailed) return <LoadFailure onRetry={() => load(config)} />
  const shown = typeof fallback === "function" ? fallback(props) : fallback
  const placeholder = source.worksWithoutScripts ? (
    shown
  ) : (
    <>
      <NeedsScripts />
      {shown}
    </>
  )
  if (!waitsUntilSeen) return placeholder
  return <Watched onSeen={() => setSeen(true)}>{placeholder}</Watched>
}

/** Distance from the window at which it loads, so that it is ready when it is read. */
const NEAR = "300px"

function Watched({ children, onSeen }: { children: ReactNode; onSeen: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) tell()
      },
      { rootMargin: NEAR },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={ref}>{children}</div>
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      action={
        <Button onClick={onRetry} variant="secondary">
          Try again
        </Button>
      }
      title="This section failed to load"
      tone="bad"
    >
      <p>Check your connection and try again.</p>
    </Notice>
  )
}
