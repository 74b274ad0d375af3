import { z } from "zod"
import { isoDate } from "@/lib/http/wire"

const count = z.int().nullable()

export const health = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    version: z.string(),
    commit: z.string().nullable().describe("the commit that was built, where the build knew it"),
    uptimeSeconds: z.int(),
    timestamp: isoDate,
    checks: z.object({
      db: z.object({ ok: z.boolean(), latencyMs: count }),
      rpc: z.object({ ok: z.boolean(), chainId: count, head: count, latencyMs: count }),
      index: z.object({
        ok: z.boolean(),
        indexedBlock: count,
        head: count,
        lagBlocks: count,
        lagSeconds: count,
        unreadableLogs: count.describe(
          "logs of Atoll's contracts that could not be indexed; counted up to 10,000",
        ),
        missingStates: z
          .object({
            loans: z.int().describe("loan events without the loan as of their block"),
            schedules: z.int().describe("vesting events without the schedule as of their block"),
            sharePrices: z.int().describe("events of the vault without the share price"),
            firstBlock: z.int(),
            lastBlock: z.int(),
            remedy: z.string(),
          })
          .nullable()
          .describe(
            "readings that are left empty, as the node no longer had the states of their blocks; null without any. Not part of status",
          ),
        reason: z
          .string()
          .nullable()
          .describe("why indexing fails, else why the newest unreadable log was skipped"),
      }),
      keeper: z
        .object({
          ok: z.boolean().describe("ran within the last minute, and nothing failed"),
          address: z.string(),
          checkedAt: isoDate,
          reason: z.string().nullable().describe("what it could not settle in its last round"),
        })
        .nullable()
        .describe(
          "the process that liquidates expired loans and settles price rounds; null where none has run. Not part of status: anybody may do its work",
        ),
      jobs: z
        .array(
          z.object({
            name: z.string(),
            day: z.iso.date().meta({ examples: ["2026-01-31"] }),
            attempts: z.int(),
            finishedAt: isoDate.nullable().describe("null while it runs or waits to be repeated"),
            ok: z.boolean().describe("finished, or not yet failed"),
          }),
        )
        .describe("the newest run of each daily job. Not part of status"),
      limits: z
        .object({
          ok: z.boolean(),
          store: z
            .enum(["process", "redis"])
            .describe("where requests are counted: by this process, its server, or all servers"),
          awaySince: isoDate
            .nullable()
            .describe("since when this process counts for itself, as the store does not answer"),
        })
        .describe("the counts of rate limits. Not part of status"),
      replicas: z
        .array(
          z.object({
            ok: z.boolean().describe("it answers reads; otherwise the primary does"),
            lagSeconds: z
              .number()
              .nullable()
              .describe("for how long the primary has been further; null where that is not known"),
            reason: z.string().nullable().describe("why nobody reads from it"),
          }),
        )
        .describe(
          "in the order of DATABASE_REPLICA_URL, as this process sees them. Not part of status",
        ),
    }),
  })
  .meta({ id: "Health" })

/** For a supervisor, which starts a process again that does not answer. */
export const liveness = z
  .object({ status: z.literal("ok"), uptimeSeconds: z.int() })
  .meta({ id: "Liveness" })

/** For a balancer: neither lag of the index, nor node, nor Redis keeps a server from answering. */
export const readiness = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.object({
      db: z.object({ ok: z.boolean().describe("answered within 1 s"), latencyMs: count }),
      migrations: z.object({
        ok: z.boolean(),
        reason: z.string().nullable().describe("what the database lacks for this version"),
      }),
      addressBook: z.object({ ok: z.boolean().describe("the contracts are configured") }),
      content: z.object({
        ok: z.boolean(),
        reason: z.string().nullable().describe("why uploads would be missing on some servers"),
      }),
      process: z.object({
        ok: z.boolean().describe("the server has loaded its pages, and has not been told to end"),
      }),
    }),
  })
  .meta({ id: "Readiness" })

export type Readiness = z.output<typeof readiness>

export type Health = z.output<typeof health>
