import type { RouteParams } from "./request"

/** A pattern such as `/api/v1/tokens/[address]` and its value. */
export type RouteEntry<T> = readonly [pattern: string, value: T]

export type RouteMatch<T> = { value: T; params: RouteParams }

type Node<T> = {
  value?: T
  fixed: Map<string, Node<T>>
  /** `[name]` */
  named?: { name: string; node: Node<T> }
  /** `[...name]`, or `[[...name]]`, which also matches no segment. */
  rest?: { name: string; isOptional: boolean; value: T }
}

const createNode = <T>(): Node<T> => ({ fixed: new Map() })

/**
 * Only plain paths. The framework handles paths that are encoded, end with a slash, or have empty or dot segments
 * (except `.well-known`), by redirecting or decoding them.
 */
const PLAIN_PATH = /^(?:\/(?!\.(?!well-known\/))[\w.~@:+,-]+)+$/

/**
 * Finds the value at a path, with the framework's precedence: a fixed segment before a named one before the rest.
 * Undefined for a path that is not plain or not in the table.
 */
export function createRouteTable<T>(
  entries: readonly RouteEntry<T>[],
): (path: string) => RouteMatch<T> | undefined {
  const root = createNode<T>()
  for (const [pattern, value] of entries) add(root, pattern.split("/").slice(1), value)
  return (path) => (PLAIN_PATH.test(path) ? find(root, path.split("/"), 1, {}) : undefined)
}

function add<T>(node: Node<T>, [segment, ...others]: string[], value: T): void {
  if (segment === undefined) {
    node.value = value
    return
  }
  const rest = /^\[(\[)?\.\.\.(\w+)\]?\]$/.exec(segment)
  if (rest) {
    node.rest = { name: rest[2] ?? "", isOptional: rest[1] !== undefined, value }
    return
  }
  const name = /^\[(\w+)\]$/.exec(segment)?.[1]
  if (name) {
    node.named ??= { name, node: createNode() }
    add(node.named.node, others, value)
    return
  }
  const next = node.fixed.get(segment) ?? createNode<T>()
  node.fixed.set(segment, next)
  add(next, others, value)
}

function find<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  params: RouteParams,
): RouteMatch<T> | undefined {
  const { fixed, named, rest } = node
  const segment = segments[at]
  if (segment === undefined) {
    if (node.value !== undefined) return { value: node.value, params }
    return rest?.isOptional ? { value: rest.value, params } : undefined
  }
  const next = fixed.get(segment)
  const byName = () =>
    named && find(named.node, segments, at + 1, { ...params, [named.name]: segment })
  return (
    (next && find(next, segments, at + 1, params)) ??
    byName() ??
    (rest && { value: rest.value, params: { ...params, [rest.name]: segments.slice(at) } })
  )
}
