import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { isoDate } from "@/lib/http/wire"
import { health } from "./schema"

export const queueNames = [
  "points",
  "first buyers",
  "track records",
  "token readings",
  "faucet payouts",
] as const

const queue = z.object({
  name: z.enum(queueNames),
  waiting: z.int().describe("counted up to 10,000"),
  oldestAt: isoDate.nullable().describe("null without any, and where the queue keeps no time"),
})

const job = z.object({
  name: z.string(),
  day: z.iso.date(),
  attempts: z.int(),
  startedAt: isoDate,
  finishedAt: isoDate.nullable(),
  nextTryAt: isoDate.nullable().describe("after a failure"),
  failure: z.string().nullable(),
})

export type Job = z.output<typeof job>

export const databaseState = z.object({
  bytes: z.number(),
  connections: z.int(),
  maxConnections: z.int(),
  tables: z
    .array(
      z.object({
        name: z.string(),
        bytes: z.number().describe("with indexes, of all partitions"),
        rows: z.number().nullable().describe("as the database estimates, once it has counted"),
      }),
    )
    .describe("the largest first"),
})

const lease = z.object({
  name: z.string(),
  holder: z.string().describe("its machine and the number of its process"),
  isHeld: z.boolean(),
  expiresAt: isoDate,
  takeovers: z.int().describe("how often one process has followed another"),
})

const limit = z.object({
  policy: z.string(),
  quota: z.int().describe("requests that a window allows"),
  windowSeconds: z.int(),
  refusedInHour: z.int().describe("in this UTC hour"),
  refusedInDay: z.int().describe("in this UTC hour and the 23 before"),
})

export type Limit = z.output<typeof limit>

const failure = z.object({
  source: z.string(),
  at: isoDate,
  reason: z.string(),
})

export type Failure = z.output<typeof failure>

export const operatorState = z.object({
  health,
  leases: z.array(lease).describe("of the work that one process does at a time"),
  queues: z.array(queue),
  jobs: z.array(job).describe("the newest run of each"),
  limits: z
    .array(limit)
    .describe("refusals of all processes that share a store, else of the process that answers"),
  streamLog: z.object({ bytes: z.number(), oldestAt: isoDate.nullable() }),
  database: databaseState,
  failures: z.array(failure).describe("the newest first"),
})

export type OperatorState = z.output<typeof operatorState>

export const listQuery = offsetQuery
export type ListQuery = z.output<typeof listQuery>

export const unreadableLogPage = offsetPage(
  z.object({
    blockNumber: z.int(),
    logIndex: z.int(),
    txHash: z.string(),
    emitter: z.string(),
    topic: z.string().nullable(),
    reason: z.string(),
    seenAt: isoDate,
  }),
)

export const missingStatePage = offsetPage(
  z.object({
    blockNumber: z.int(),
    logIndex: z.int(),
    kind: z.enum(["loan", "schedule", "share_price"]),
    txHash: z.string().nullable(),
    time: isoDate.nullable(),
  }),
)
