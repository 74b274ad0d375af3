import { SHARED_HEADERS } from "./request"

/** Credentials are never allowed, so `*` is safe. */
const ALLOW_ANY_ORIGIN = [["Access-Control-Allow-Origin", "*"]] as const

const EXPOSED_HEADERS = [
  "ETag",
  "Retry-After",
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
  "X-Indexed-Block",
  "X-Chain-Head",
  "WWW-Authenticate",
].join(", ")

export const corsHeaders: [string, string][] = [
  ...ALLOW_ANY_ORIGIN.map(([name, value]): [string, string] => [name, value]),
  ["Access-Control-Expose-Headers", EXPOSED_HEADERS],
]

export const preflightHeaders: [string, string][] = [
  ...ALLOW_ANY_ORIGIN.map(([name, value]): [string, string] => [name, value]),
  ["Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE"],
  ["Access-Control-Allow-Headers", SHARED_HEADERS.join(", ")],
  ["Access-Control-Max-Age", "86400"],
]
