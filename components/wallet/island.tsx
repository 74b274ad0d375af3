"use client"

import { type ComponentType, type ReactNode, useEffect } from "react"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { BrowserConfig } from "@/lib/chain/browser"
import { useOptionalConfig } from "./config"
import type { Engine } from "./engine"
import { createStore, type ExternalStore, useStore } from "./external-store"
import { NoChain } from "./no-chain"
import { wake } from "./store"

type Loaded<P> = {
  engine: Engine
  Providers: ComponentType<{ engine: Engine; children: ReactNode }>
  Part: ComponentType<P>
}

type State<P> = { loaded: Loaded<P> | null; hasFailed: boolean }

type Options<P> = {
  /** Stands there until the code has come; it has the size of what comes. */
  fallback: ReactNode | ((props: P) => ReactNode)
  /** Stands there for good where no chain is configured. */
  withoutChain?: ReactNode
}

type Source<P> = Required<Options<P>> & {
  store: ExternalStore<State<P>>
  start: (config: BrowserConfig) => Promise<void>
}

/**
 * A part of a page whose code, and the wallet code it runs in, comes after the page. In it the hooks of this
 * folder work; outside of islands only the store does. To be called at the top of a client module:
 * `export const Ticket = walletIsland(() => import("./ticket").then(({ Ticket }) => Ticket), { fallback })`.
 */
export function walletIsland<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { fallback, withoutChain = <NoChain /> }: Options<P>,
) {
  const store = createStore<State<P>>({ loaded: null, hasFailed: false })
  const source = { fallback, withoutChain, store, start: starter(store, load) }
  return (props: P) => <Island props={props} source={source} />
}

function starter<P>(store: ExternalStore<State<P>>, load: () => Promise<ComponentType<P>>) {
  let isLoading = false
  return async (config: BrowserConfig) => {
    if (isLoading || store.get().loaded) return
    isLoading = true
    try {
      const [{ startEngine, EngineProviders }, Part] = await Promise.all([
        import("./engine"),
        load(),
      ])
      const loaded = { engine: startEngine(config), Providers: EngineProviders, Part }
      store.set({ loaded, hasFailed: false })
    } catch {
      // Chunks come over a network.
      store.set({ hasFailed: true })
    } finally {
      isLoading = false
    }
  }
}

const BEFORE = { loaded: null, hasFailed: false }

function Island<P extends object>({ source, props }: { source: Source<P>; props: P }) {
  const { store, start, fallback, withoutChain } = source
  const config = useOptionalConfig()
  const { loaded, hasFailed } = useStore(store, BEFORE)
  useEffect(() => {
    if (!config) return
    wake()
    void start(config)
  }, [config, start])
  if (!config) return withoutChain
  if (loaded) {
    const { Providers, Part, engine } = loaded
    return (
      <Providers engine={engine}>
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
        <Button look="secondary" onClick={onRetry}>
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
