import { LRUCache } from "lru-cache"
import { processSingleton } from "@/lib/async/process-singleton"

/** Ids of the requests; nobody takes those that come without our server in front of the framework. */
const createIds = () => new LRUCache<string, true>({ max: 1_000 })
const partial = () => processSingleton("partial-pages", createIds)
const failed = () => processSingleton("failed-pages", createIds)

/** Notes that the page of this request lacks a section. */
export const notePartial = (id: string) => void partial().set(id, true)

/** Whether the page of this request lacks a section; asked once. */
export const takePartial = (id: string) => partial().delete(id)

/** Notes that the page of this request failed for want of the database, which the framework answers with 500. */
export const noteFailed = (id: string) => void failed().set(id, true)

/** Whether the page of this request may come about later; asked once. */
export const takeFailed = (id: string) => failed().delete(id)
