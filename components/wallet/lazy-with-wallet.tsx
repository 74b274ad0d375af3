"use client"

import { type ComponentType, type ReactNode, useEffect } from "react"
import { createStore, type ExternalStore, useStore } from "@/components/browser/external-store"
import { useOptionalConfig } from "@/components/chain/browser-config"
import { NoChain } from "@/components/chain/no-chain"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { BrowserConfig } from "@/lib/chain/browser"
import type { WalletRuntime } from "./runtime"
import { loadWallet } from "./store"

type Loaded<P> = {
  runtime: WalletRuntime
  Providers: ComponentType<{ engine: WalletRuntime; children: ReactNode }>
  Part: ComponentType<P>
}

type LoadState<P> = { loaded: Loaded<P> | null; hasFailed: boolean }

type Options<P> = {
  /** Stands there until the code has come; it has the size of what comes. */
  fallback: ReactNode | ((props: P) => ReactNode)
  /** Stands there for good where no chain is configured. */
  withoutChain?: ReactNode
}

type LazySource<P> = Required<Options<P>> & {
  store: ExternalStore<LoadState<P>>
  load: (config: BrowserConfig) => Promise<void>
}

/**
 * A part of a page whose code, and the wallet code it runs in, comes after the page. In it the hooks of this
 * folder work; outside of islands only the store does. To be called at the top of a client module:
 * `export const Ticket = lazyWithWallet(() => import("./ticket").then(({ Ticket }) => Ticket), { fallback })`.
 */
export function lazyWithWallet<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { fallback, withoutChain = <NoChain /> }: Options<P>,
) {
  const store = createStore<LoadState<P>>({ loaded: null, hasFailed: false })
  const source = { fallback, withoutChain, store, load: createLoader(store, load) }
  return (props: P) => <LazyPart props={props} source={source} />
}

function createLoader<P>(
  store: ExternalStore<LoadState<P>>,
  load: () => Promise<ComponentType<P>>,
) {
  let isLoading = false
  return async (config: BrowserConfig) => {
    if (isLoading || store.get().loaded) return
    isLoading = true
    try {
      const [{ startRuntime, RuntimeProviders }, Part] = await Promise.all([
        import("./runtime"),
        load(),
      ])
      const loaded = { runtime: startRuntime(config), Providers: RuntimeProviders, Part }
      store.set({ loaded, hasFailed: false })
    } catch {
      // Chunks come over a network.
      store.set({ hasFailed: true })
    } finally {
      isLoading = false
    }
  }
}

const NOT_LOADED = { loaded: null, hasFailed: false }

function LazyPart<P extends object>({ source, props }: { source: LazySource<P>; props: P }) {
  const { store, load: start, fallback, withoutChain } = source
  const config = useOptionalConfig()
  const { loaded, hasFailed } = useStore(store, NOT_LOADED)
  useEffect(() => {
    if (!config) return
    loadWallet()
    void start(config)
  }, [config, start])
  if (!config) return withoutChain
  if (loaded) {
    const { Providers, Part, runtime } = loaded
    return (
      <Providers engine={runtime}>
        <Part {...props} />
      </Providers>
    )
  }
  if (hasFailed) return <LoadFailure onRetry={() => start(config)} />
  return typeof fallback === "function" ? fallback(props) : fallback
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
      title="This part of the page did not load"
      tone="bad"
    >
      <p>Check your connection and try again.</p>
    </Notice>
  )
}
