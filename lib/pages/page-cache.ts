import { LRUCache } from "lru-cache"
import type { PageDocument } from "./document"
import { RenderQueue } from "./render-queue"
import { LateError, withTimeout } from "./timeout"

/** A page that was right this short time ago is sent without asking the database. */
const TRUST_MS = 50

/** A page that was right this long ago may be sent while it is rendered again. Beyond it requests wait. */
const STALE_MS = 900

/** Requests wait this long for the new rendering before they get the former. */
const PATIENCE_MS = 50

/** Pages show ages and also read the node: they are rendered again even if the database has not changed. */
const REFRESH_MS = 1_000

/** No page older than this is sent. */
const MAX_AGE_MS = 2_000

/** While many renderings wait, or the database is slow to report its state, pages up to this age are sent. */
const OVERLOAD_AGE_MS = 30_000

/**
 * After a rendering a page rests this many times as long as it took, so that one page takes at most a fifth of a core.
 */
const REST_FACTOR = 4

/** A page is rendered again and again, for this long, until a rendering saw a single state of the database. */
const RETRY_MS = 400

/** A database that takes longer to report its state counts as unavailable. */
export const POSITION_TIMEOUT_MS = 1_000

const MAX_BYTES = 96_000_000

type CacheEntry = {
  page: PageDocument
  /** The state of the database that the page shows; null when that changed while it was rendered. */
  state: string | null
  /** When that was last known to be the present state. */
  rightAt: number
  renderedAt: number
  /** The page is not rendered again before. */
  restsUntil: number
}

export type PageSource = {
  /** The state of the database: while it is equal, so is what pages read. */
  readState: () => Promise<string>
  render: (key: string) => Promise<PageDocument>
  /** Milliseconds that only grow. */
  now: () => number
}

/** Rendered pages by their key, each for as long as it is valid. */
export class PageCache {
  readonly #kept = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ page }) => page.bytes,
  })
  readonly #running = new Map<string, Promise<PageDocument>>()

  constructor(
    readonly source: PageSource,
    readonly queue = new RenderQueue(),
  ) {}

  /** A page that was right a moment ago. */
  peek(key: string): PageDocument | undefined {
    const kept = this.#kept.get(key)
    const now = this.source.now()
    if (!kept || kept.state === null) return
    const isFresh = now - kept.rightAt < TRUST_MS && now - kept.renderedAt < REFRESH_MS
    return isFresh ? kept.page : undefined
  }

  has(key: string) {
    return this.#kept.has(key)
  }

  /**
   * The current page, or the one of less than a second ago while it is rendered again. Fails when the database does
   * not report its state, or the page could not be rendered. Under overload it returns a former page. `address`
   * decides the turn in the queue.
   */
  async get(key: string, address = ""): Promise<PageDocument> {
    const render = (renderKey: string) => this.#render(renderKey, address)
    const former = this.#findFormer(key)
    if (former && this.queue.isLong) {
      render(key).catch(() => {})
      return former
    }
    const askedAt = this.source.now()
    let state: string
    try {
      state = await withTimeout(this.source.readState(), POSITION_TIMEOUT_MS)
    } catch (error) {
      // A database that refuses connections is down, which is not hidden.
      if (former && error instanceof LateError) return former
      throw error
    }
    const kept = this.#kept.get(key)
    if (!kept) return render(key)
    const isRight = kept.state === state
    if (isRight) kept.rightAt = Math.max(kept.rightAt, askedAt)
    const now = this.source.now()
    const age = now - kept.renderedAt
    if (isRight && age < REFRESH_MS) return kept.page
    if (age >= MAX_AGE_MS || now - kept.rightAt >= STALE_MS) return render(key)
    if (now < kept.restsUntil) return kept.page
    const rendered = render(key)
    return isRight ? kept.page : firstOf(rendered, kept.page, PATIENCE_MS)
  }

  /** The page that may be sent where a new rendering would come too late. */
  #findFormer(key: string) {
    const kept = this.#kept.get(key)
    return kept && this.source.now() - kept.renderedAt < OVERLOAD_AGE_MS ? kept.page : undefined
  }

  /** Renders a key once at a time; the rendering ends after the request that waits for it has come. */
  #render(key: string, address: string): Promise<PageDocument> {
    const running = this.#running.get(key)
    if (running) return running
    const started = this.queue
      .run(address, () => this.#renderOneState(key))
      .finally(() => this.#running.delete(key))
    // Requests that did not wait for it ignore its failure.
    started.catch(() => {})
    this.#running.set(key, started)
    return started
  }

  /**
   * Renders until the database stayed in one state from before the first read until after the last. Where writes leave
   * no such moment, the last rendering is valid for no later request: it is sent only while it is replaced.
   */
  async #renderOneState(key: string): Promise<PageDocument> {
    const { readState, render, now } = this.source
    const begun = now()
    let before = await withTimeout(readState(), POSITION_TIMEOUT_MS)
    for (;;) {
      const startedAt = now()
      const page = await render(key)
      if (!page.isKeepable) return page
      const rightAt = now()
      const state = await withTimeout(readState(), POSITION_TIMEOUT_MS)
      const isOneState = state === before
      if (isOneState || rightAt - begun >= RETRY_MS) {
        this.#keep(key, page, { startedAt, rightAt, state: isOneState ? state : null })
        return page
      }
      before = state
    }
  }

  #keep(key: string, page: PageDocument, { startedAt, rightAt, state }: Outcome) {
    this.#kept.set(key, {
      page,
      state,
      rightAt: state === null ? startedAt : rightAt,
      renderedAt: startedAt,
      restsUntil: rightAt + REST_FACTOR * (rightAt - startedAt),
    })
  }
}

type Outcome = { startedAt: number; rightAt: number; state: string | null }

/** The result of the work, or `otherwise` when it takes too long or fails. */
function firstOf<T>(work: Promise<T>, otherwise: T, milliseconds: number): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), milliseconds)
    work.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer))
  })
}
