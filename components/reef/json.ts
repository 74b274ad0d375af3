/** A field of an answer, when it is there and of the fallback's kind. By hand: no validator is loaded for it. */
export function field<T>(json: unknown, name: string, fallback: T): T {
  const value = typeof json === "object" && json !== null ? Reflect.get(json, name) : undefined
  return isLike(value, fallback) ? value : fallback
}

const isLike = <T>(value: unknown, fallback: T): value is T =>
  typeof value === typeof fallback &&
  Array.isArray(value) === Array.isArray(fallback) &&
  value !== null
