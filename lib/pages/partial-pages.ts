import { LRUCache } from "lru-cache"
import { processSingleton } from "@/lib/async/process-singleton"

/** Ids of the requests; nobody takes those that come without our server in front of the framework. */
const partial = () =>
  processSingleton("partial-pages", () => new LRUCache<string, true>({ max: 1_000 }))

/** Notes that the page of this request lacks a section. */
export const notePartial = (id: string) => void partial().set(id, true)

/** Whether the page of this request lacks a section; asked once. */
export const takePartial = (id: string) => partial().delete(id)
