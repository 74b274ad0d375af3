import { z } from "zod"
import { singleLineText } from "@/lib/http/wire"

export const MAX_QUERY_LENGTH = 100

export const searchQuery = z.object({ q: singleLineText({ max: MAX_QUERY_LENGTH }).default("") })

const place = { id: z.string(), href: z.string() }

const person = {
  ...place,
  address: z.string(),
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
}

/** Search results. USD prices are decimal strings of 18 decimals, changes are basis points. */
export const searchItem = z.discriminatedUnion("kind", [
  z.object({
    ...place,
    kind: z.literal("token"),
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    image: z.string().nullable(),
    priceUsd: z.string().nullable(),
    dayChange: z.string().nullable(),
  }),
  z.object({
    ...place,
    kind: z.literal("market"),
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    image: z.string().nullable(),
    /** The likeliest outcome, such as "Yes 62%"; in a decided market the winner. */
    leading: z.string(),
  }),
  z.object({ ...person, kind: z.literal("creator"), tokens: z.int() }),
  z.object({ ...person, kind: z.literal("wallet"), holdings: z.int() }),
  z.object({
    ...place,
    kind: z.literal("agent"),
    wallet: z.string(),
    agentId: z.int(),
    name: z.string(),
    image: z.string().nullable(),
  }),
  z.object({
    ...place,
    kind: z.literal("post"),
    title: z.string(),
    wallet: z.string(),
    username: z.string().nullable(),
    comments: z.int(),
  }),
  z.object({ ...place, kind: z.literal("rounds"), title: z.string(), asset: z.string() }),
  z.object({
    ...place,
    kind: z.literal("transaction"),
    hash: z.string(),
    /** Null when the index does not know it. */
    block: z.int().nullable(),
  }),
])

export type SearchItem = z.output<typeof searchItem>

/** Items of one kind under their heading, the best first. */
export const searchGroup = z.object({
  id: z.enum([
    "tokens",
    "markets",
    "rounds",
    "creators",
    "wallets",
    "agents",
    "posts",
    "transactions",
  ]),
  label: z.string(),
  items: z.array(searchItem),
})

export type SearchGroup = z.output<typeof searchGroup>

export const searchAnswer = z.object({
  query: z.string(),
  /** The page of a complete address or hash. */
  jump: z.string().nullable(),
  groups: z.array(searchGroup),
})

export type SearchAnswer = z.output<typeof searchAnswer>
