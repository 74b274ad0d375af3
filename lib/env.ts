import querystring from "node:querystring"
import { z } from "zod"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"
import { hostsOf } from "@/lib/database-hosts.mjs"
import { isThisMachine } from "@/lib/loopback"
import { readSecretFiles } from "@/lib/secret-files.mjs"

const flag = (fallback: "on" | "off") =>
  z
    .enum(["on", "off"])
    .default(fallback)
    .transform((value) => value === "on")

const list = z
  .string()
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .optional()

const wallets = list
  .transform((addresses = []) => addresses.map((wallet) => wallet.toLowerCase()))
  .pipe(
    z.array(z.string().regex(LOWERCASE_ADDRESS_PATTERN, "must be addresses, separated by commas")),
  )

const quota = (fallback: number) => z.coerce.number().int().positive().default(fallback)

const optionalPort = z.coerce
  .number("must be a port from 1 to 65535")
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= 65_535, {
    message: "must be a port from 1 to 65535",
  })

const port = (fallback: number) => optionalPort.default(fallback)

const logLevels = z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])

const secret = z.string().min(32, "must have at least 32 characters")

const httpUrl = z.url({ protocol: /^https?$/ })

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL")
  .refine((url) => hostsOf(url).urls.length === 1 || hostsOf(url).needsPrimary, {
    message: "names several hosts, so it must end with ?target_session_attrs=read-write",
  })

const xHandle = z
  .string()
  .transform((name) => name.replace(/^@/, ""))
  .pipe(z.string().regex(/^[A-Za-z0-9_]{1,15}$/, "must be a handle on X"))

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""))

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  PORT: port(3000),
  /** The address `npm start` listens on. */
  HOST: z.string().default("127.0.0.1"),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),

  DATABASE_URL: databaseUrl,
  /** Leads to PostgreSQL itself where DATABASE_URL leads to a pooler, whose sessions are shared. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Servers that follow the one of DATABASE_URL, for reading. */
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL")
    .optional(),
  /** Off for a pooler that keeps no prepared statements. */
  DATABASE_PREPARED: flag("on"),
  /** Seconds for which the web server keeps a connection without requests. */
  KEEP_ALIVE_SECONDS: z.coerce.number().min(1).default(75),
  /** Seconds for which a web server that was told to end (SIGTERM) still answers, while /api/health/ready refuses. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(0),
  /** Connections this process may hold. */
  DATABASE_POOL: z.coerce.number().int().min(1).default(10),
  /** Time limit of a request's statement. A request waits at most half as long again for a silent database. */
  DATABASE_TIMEOUT_MS: z.coerce.number().int().min(100).default(3_500),
  SESSION_SECRET: secret,
  /** Opens session cookies and seals none. */
  SESSION_SECRET_FORMER: secret.optional(),
  /** Encrypts what outside networks entrust to the service. */
  TOKEN_ENCRYPTION_KEY: secret,
  /** Decrypts and encrypts nothing. */
  TOKEN_ENCRYPTION_KEY_FORMER: secret.optional(),

  CHAIN_ID: z.coerce.number().int().positive().default(31337),
  /** The node this service reads. Without it chain-dependent writes are refused. */
  RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The local chain's port; if it is taken, the next free one. */
  RPC_PORT: port(8545),
  /** The node browsers may read; RPC_URL may hold a secret. */
  PUBLIC_RPC_URL: z.url({ protocol: /^https?$/ }).optional(),
  START_BLOCK: z.coerce.number().int().min(0).optional(),
  INDEX_FOLLOWER: flag("on"),
  /** Address book as JSON; default deployments/<CHAIN_ID>.json. */
  CONTRACTS: z.string().optional(),
  /** Folder of the address books. */
  DEPLOYMENTS_DIR: z.string().default("deployments"),
  HEALTH_MAX_LAG_SECONDS: z.coerce.number().int().positive().default(120),
  /**
   * Accepts POST /api/v1/orders/sync without credentials, as older clients send it; the specification wants a session
   * or key.
   */
  ORDERS_SYNC_OPEN: flag("off"),
  /** Lets a scheduler drive the follower where no long-running process exists. */
  CRON_SECRET: z.string().min(16).optional(),

  /** Key of the account that pays for liquidations and settlements. Without it no keeper runs. */
  KEEPER_PRIVATE_KEY: z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)]).optional(),

  /** Key of the treasury, which pays out the faucet of the service. Without it wallets use the contract's own. */
  FAUCET_PRIVATE_KEY: z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)]).optional(),

  /** Wallets that may moderate the Reef and see reports. */
  ADMIN_WALLETS: wallets,
  SIGNIN_DOMAINS: list,
  SIGNIN_CHAIN_IDS: list,
  PHASE_LABEL: z.string().default("Phase 1: Open Water"),
  CHAIN_LABEL: z.string().optional(),
  /** A block explorer of the chain; its transactions are at /tx/<hash>. */
  EXPLORER_URL: z.url({ protocol: /^https?$/ }).optional(),
  CURRENCY_LABEL: z.string().default("USDB (test, 18 decimals)"),

  TRUSTED_PROXY_HEADER: z.string().toLowerCase().optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(1).default(1),

  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  UPSTASH_REDIS_REST_URL: z.url().optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  RATE_LIMIT_KEY: quota(60),
  RATE_LIMIT_IP: quota(30),
  RATE_LIMIT_PAGE: quota(120),
  RATE_LIMIT_SYNC: quota(20),
  RATE_LIMIT_VIEW: quota(300),
  RATE_LIMIT_LOOKUP: quota(120),
  RATE_LIMIT_LIVE: quota(120),
  RATE_LIMIT_ROUNDS: quota(300),
  RATE_LIMIT_FAUCET: quota(10),
  RATE_LIMIT_CLAIM: quota(1),
  RATE_LIMIT_CLAIM_DAY: quota(50),
  RATE_LIMIT_MOLTBOOK: quota(10),
  RATE_LIMIT_MOLTBOOK_POST: quota(15),

  /** Folder of images and metadata while no pinning service is configured. */
  CONTENT_DIR: z.string().default(".data/content"),
  /** The gateway that serves pinned content; default BASE_URL, which serves CONTENT_DIR. */
  IPFS_GATEWAY: address.optional(),
  /** The pinning service's uploads, in Pinata's protocol. */
  PIN_API_URL: address.default("https://uploads.pinata.cloud/v3"),
  PIN_API_TOKEN: z.string().optional(),

  /** The platform's account on X, which posts mention; where X describes posts (oEmbed). */
  SOCIAL_HANDLE: xHandle.optional(),
  SOCIAL_OEMBED_URL: httpUrl.optional(),
  /** X's OAuth 2.0 client; without a secret it is a public client. */
  SOCIAL_CLIENT_ID: z.string().optional(),
  SOCIAL_CLIENT_SECRET: z.string().optional(),
  SOCIAL_AUTHORIZE_URL: httpUrl.optional(),
  SOCIAL_TOKEN_URL: httpUrl.optional(),
  SOCIAL_PROFILE_URL: httpUrl.optional(),
  MOLTBOOK_API_URL: address.optional(),
  /** The site that shows Moltbook's posts; default: the host of the API. */
  MOLTBOOK_SITE_URL: address.optional(),
  /** Every post in this forum is about the platform. */
  MOLTBOOK_FORUM: z.string().default("atoll"),

  LOG_LEVEL: logLevels.default("info"),
  /** A line of the log for each request that has ended; with the client's address. */
  ACCESS_LOG: flag("off"),
  ACCESS_LOG_ADDRESS: flag("off"),
  /** Where metrics are answered, apart from what everybody may read; without a port nowhere. */
  METRICS_PORT: optionalPort.optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** Where traces are sent; without an address nowhere. The SDK of OpenTelemetry reads its other variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),

  /** The public source code of this deployment; shown in the footer. */
  SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  WALLETCONNECT_PROJECT_ID: z.string().optional(),
  /** A wallet inside the page, for local chains only. */
  DEV_WALLET: flag("off"),
  /** The chain belongs to npm start, whatever its id; only npm start sets this. */
  LOCAL_CHAIN: flag("off"),
  /** A file with the addresses that contracts of a new local chain shall have; any by default. */
  CONTRACT_ADDRESSES: z.string().optional(),
  /** On the local chain: trades played in when it is made, and a few a minute while it runs. */
  SAMPLE: flag("on"),
  ACTIVITY: flag("on"),
  /** On the local chain: prices are posted while it runs; equal seeds bring equal prices. */
  FEEDER: flag("on"),
  FEEDER_SEED: z.string().optional(),
})

/** Chain ids of development nodes. */
const LOCAL_CHAINS = new Set([31_337, 1_337])

/** Whether a chain is a development node's, where money is play money. */
export const isLocalChain = (chainId: number) => LOCAL_CHAINS.has(chainId)

const checkedSchema = schema
  // Content pinned elsewhere is not found here, so it needs a gateway.
  .refine(({ PIN_API_TOKEN, IPFS_GATEWAY }) => !PIN_API_TOKEN || IPFS_GATEWAY, {
    path: ["IPFS_GATEWAY"],
    message: "must be set where PIN_API_TOKEN is",
  })
  // The keys of a development node are public.
  .refine(
    ({ DEV_WALLET, CHAIN_ID, RPC_URL }) =>
      !DEV_WALLET || isLocalChain(CHAIN_ID) || !RPC_URL || isThisMachine(RPC_URL),
    {
      path: ["DEV_WALLET"],
      message: "is for a local chain only: everybody knows the keys of that wallet",
    },
  )

/** Names of all variables, for keeping .env.example complete. */
export const variableNames: readonly string[] = Object.keys(schema.shape)

type Derived = Record<"BASE_URL" | "DATABASE_DIRECT_URL", string>
type Env = Omit<z.output<typeof schema>, keyof Derived> & Derived

let cached: Env | undefined

/** The configuration, read once on first use. A bad value is refused with its variable's name. */
export function env(): Env {
  cached ??= parseEnv(process.env)
  return cached
}

/** Checks a set of variables; empty strings count as absent. Secrets may be in files (NAME_FILE). */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const all = { ...variables, ...readSecretFiles(variables) }
  const filled = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""))
  const parsed = checkedSchema.safeParse(filled, {
    error: ({ input }) => (input === undefined ? "This variable is needed" : undefined),
  })
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  const { BASE_URL, DATABASE_DIRECT_URL, ...rest } = parsed.data
  return {
    ...rest,
    BASE_URL: (BASE_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, ""),
    DATABASE_DIRECT_URL: DATABASE_DIRECT_URL ?? rest.DATABASE_URL,
  }
}

/** Keeps Next from naming whole addresses, in which secrets stand, where it traces `fetch`. */
export const hideFetches = () => {
  process.env.NEXT_OTEL_FETCH_DISABLED = "1"
}

/** The level of the log, also of a process whose other variables are refused. */
export const logLevel = () => logLevels.catch("info").parse(process.env.LOG_LEVEL || undefined)

const SECRET_NAME = /(SECRET|TOKEN|PRIVATE_KEY)(?!.*_(URL|FILE)$)/
const SECRET_URL = /^(?!PUBLIC_)\w*(DATABASE|RPC|REDIS)\w*_URL$/

let secrets: readonly string[] | undefined

/** What variables hold that opens something, for keeping it out of what is written. */
export function secretValues(): readonly string[] {
  if (secrets) return secrets
  const values = Object.entries({ ...process.env, ...cached }).flatMap(([name, value]) => {
    if (typeof value !== "string") return []
    if (SECRET_URL.test(name)) return secretParts(value)
    if (name.endsWith("_OTLP_HEADERS")) return value.split(",").flatMap(headerParts)
    return SECRET_NAME.test(name) ? [value] : []
  })
  if (cached) secrets = values
  return values
}

/** Of a header as `name=value`: its value, as it stands there and as it is sent. */
function headerParts(header: string) {
  const value = header.replace(/^[^=]*=/, "").trim()
  return [value, querystring.unescape(value)]
}

/** Of an address: its password, and its path, by which providers of nodes know who asks. */
function secretParts(address: string) {
  if (!URL.canParse(address)) return [address]
  const { protocol, password, pathname, search } = new URL(address)
  const path = /^https?:$/.test(protocol) ? pathname.replace(/^\/+|\/+$/g, "") + search : ""
  return [password, decodeURIComponent(password), path, ...path.split(/[/?&=]/)]
}

/** Another one for each build: the build writes it in place of the name (next.config.mjs). */
export const buildId = process.env.ATOLL_BUILD ?? "development"

/** The commit that was built; the build writes it in place of the name as well. */
export const commit = process.env.ATOLL_COMMIT || null

/** The patterns of pages and routes, in the same way. */
export const routePatterns: readonly string[] = process.env.ATOLL_ROUTES?.split(" ") ?? []
