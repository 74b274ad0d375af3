"use client"

import { useRouter } from "next/navigation"
import {
  Component,
  createRef,
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
  startTransition,
  type UIEvent,
} from "react"
import { formatDateTime, formatRelativeTime } from "@/lib/format"
import { formatTimeLeft, TIMER_TICK_MS } from "./countdown"
import { AGE_TICK_MS } from "./time"
import { readClock, watchClock } from "./use-now"

type Tag = "article" | "div" | "header" | "li" | "nav" | "ol" | "section" | "tbody" | "ul"

export type ServerMarkupProps = HTMLAttributes<HTMLElement> & {
  tag?: Tag
  /** Texts, pictures, links and times; nothing that listens, and nothing that depends on the visitor. */
  children?: ReactNode
  /** Set by `lib/pages/flight.ts` in place of the children, which the document then holds only as markup. */
  kept?: number
  /** Whether its links load their page from the server. */
  isPlain?: boolean
  /** Whether its links keep the page's scroll position. */
  keepsScroll?: boolean
  /** Called first for pressed links. Links whose event it prevents are not followed. */
  onLink?: (event: MouseEvent, link: HTMLAnchorElement) => void
  /** Called while the markup is the document's, whenever it may need changes. */
  onKept?: (root: HTMLElement) => void
}

/**
 * Markup of the server that React does not take over: the document's data leaves it out, and the markup stays until
 * the page is read again. Until then this component handles links and times. Other renderers (`dev`, other hosts, the
 * router's own requests) see an ordinary element.
 */
export function ServerMarkup({ keepsScroll = false, ...props }: ServerMarkupProps) {
  const router = useRouter()
  return (
    <Markup
      {...props}
      go={(href) => startTransition(() => router.push(href, { scroll: !keepsScroll }))}
      refresh={() => startTransition(() => router.refresh())}
    />
  )
}

/** For React a new object is a new content. */
const AS_IT_IS = { __html: "" }

/** Elements that have left the page, by their number in the document: the router may show it again. */
const left = new Map<number, HTMLElement>()

type MarkupProps = ServerMarkupProps & { go: (href: string) => void; refresh: () => void }

class Markup extends Component<MarkupProps> {
  readonly #root = createRef<HTMLElement>()
  /** Lists that the user has scrolled. Asking every list for its position would lay out parts far below the window. */
  readonly #scrolled = new Set<Element>()
  #stopClock: (() => void) | undefined

  override componentDidMount() {
    const { kept, refresh } = this.props
    const root = this.#root.current
    if (kept === undefined || !root) return
    if (!root.hasChildNodes()) root.append(...(left.get(kept)?.childNodes ?? []))
    // React rendered the page without the document's markup.
    if (!root.hasChildNodes()) refresh()
    this.#watchTimes(root)
    this.props.onKept?.(root)
  }

  override getSnapshotBeforeUpdate({ kept }: MarkupProps) {
    const root = this.#root.current
    const isReplaced = kept !== undefined && this.props.kept === undefined
    return isReplaced && root ? readView(root, this.#scrolled) : null
  }

  override componentDidUpdate(_: MarkupProps, __: unknown, view: View | null) {
    const root = this.#root.current
    if (root && this.props.kept !== undefined) this.props.onKept?.(root)
    if (!root || !view) return
    this.#stopClock?.()
    restoreView(root, view)
  }

  override componentWillUnmount() {
    this.#stopClock?.()
    const { kept } = this.props
    if (kept !== undefined && this.#root.current) left.set(kept, this.#root.current)
  }

  #watchTimes(root: HTMLElement) {
    const times = [...root.getElementsByTagName("time")].filter(isRunning)
    if (times.length === 0) return
    const update = () => {
      for (const time of times) updateTime(time)
    }
    update()
    this.#stopClock = watchClock(TIMER_TICK_MS, update)
  }

  #noteScrolled = ({ target }: UIEvent) => {
    if (target instanceof Element) this.#scrolled.add(target)
  }

  #setRoot = (root: HTMLElement | null) => {
    this.#root.current = root
  }

  override render() {
    const {
      tag: Tag = "div",
      kept,
      children,
      go,
      refresh: _,
      onKept: __,
      onLink,
      isPlain,
      ...attributes
    } = this.props
    const ref = this.#setRoot
    if (kept === undefined) {
      return (
        <Tag {...attributes} ref={ref}>
          {children}
        </Tag>
      )
    }
    return (
      <Tag
        {...attributes}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, the document has its content
        dangerouslySetInnerHTML={AS_IT_IS}
        {...(!isPlain && { onClick: (event: MouseEvent) => followLink(event, { go, onLink }) })}
        onScrollCapture={this.#noteScrolled}
        ref={ref}
        suppressHydrationWarning
      />
    )
  }
}

/** Not a date. */
const isRunning = (time: HTMLTimeElement) =>
  time.textContent !== formatDateTime(new Date(time.dateTime))

/** Updates a time as Time and Countdown would. */
function updateTime(time: HTMLTimeElement) {
  const moment = new Date(time.dateTime)
  const text =
    time.parentElement?.getAttribute("role") === "timer"
      ? formatTimeLeft(moment, readClock(TIMER_TICK_MS))
      : formatRelativeTime(moment, new Date(readClock(AGE_TICK_MS)))
  if (time.textContent !== text) time.textContent = text
}

type LinkHandlers = Pick<MarkupProps, "go" | "onLink">

/** Follows a link as the router's links do. */
function followLink(event: MouseEvent, { go, onLink }: LinkHandlers) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (!link || link.target || link.hasAttribute("download")) return
  onLink?.(event, link)
  if (event.defaultPrevented || link.origin !== location.origin) return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}

type View = {
  focus: readonly number[] | null
  scrolled: { path: number[]; left: number }[]
  opened: number[][]
}

/** State that would be lost with the elements: the focus, scroll positions of lists, and what is unfolded. */
function readView(root: HTMLElement, scrolled: ReadonlySet<Element>): View {
  const active = document.activeElement
  const lists = [...scrolled].filter((list) => root.contains(list))
  return {
    focus: active && active !== root && root.contains(active) ? readPath(root, active) : null,
    scrolled: lists.map((list) => ({ path: readPath(root, list), left: list.scrollLeft })),
    opened: [...root.querySelectorAll("details[open]")].map((each) => readPath(root, each)),
  }
}

function restoreView(root: HTMLElement, { focus, scrolled, opened }: View) {
  for (const path of opened) findByPath(root, path)?.setAttribute("open", "")
  for (const { path, left } of scrolled) findByPath(root, path)?.scrollTo({ left })
  const target = focus && findByPath(root, focus)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

function readPath(root: Element, element: Element): number[] {
  const path: number[] = []
  for (let each = element; each !== root && each.parentElement; each = each.parentElement) {
    path.unshift([...each.parentElement.children].indexOf(each))
  }
  return path
}

const findByPath = (root: Element, path: readonly number[]) =>
  path.reduce<Element | undefined>((parent, index) => parent?.children[index], root)
