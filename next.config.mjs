import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import path from "node:path"
import { PHASE_PRODUCTION_BUILD } from "next/constants.js"

const isDev = process.env.NODE_ENV === "development"

/** `npm run dev` has Node load them as they are. Compiling them takes as long as compiling the app itself. */
const LARGE_PACKAGES = ["@upstash/ratelimit", "@upstash/redis", "ioredis", "kysely", "viem", "zod"]

const WALLET_CONNECT = "@walletconnect/ethereum-provider"
const MISSING_WALLET_CONNECT = "./components/wallet/connect/missing-wallet-connect.ts"

/** An optional package: its licence is not an open one (docs/dependencies.md). */
const hasWalletConnect = existsSync(
  path.join(import.meta.dirname, "node_modules", WALLET_CONNECT, "package.json"),
)

/** The patterns of pages and routes, by which the log and metrics name requests (lib/telemetry/requests.ts). */
function listPatterns() {
  const app = path.join(import.meta.dirname, "app")
  // A build that runs without its sources has them in its code.
  if (!existsSync(app)) return []
  const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  return files
    .map((file) => file.split(path.sep).join("/"))
    .flatMap((file) => /^(.+)\/(?:page\.tsx|route\.ts)$/.exec(file)?.[1] ?? [])
    .map((folder) => `/${folder}`)
}

/** Development does not compile it for nobody: that takes longer than compiling the rest of a page. */
const usesWalletConnect = hasWalletConnect && (!isDev || !!process.env.WALLETCONNECT_PROJECT_ID)

/** @type {import("next").NextConfig["experimental"]} */
const developmentOptions = {
  // What a page draws later is compiled when it is drawn.
  turbopackLazyDynamicImportsSSR: true,
}

/** @type {import("next").NextConfig["experimental"]} */
const buildOptions = {
  // Otherwise the server loads the code of all pages and routes before it answers: 3 s and 100 MB, most of it for
  // routes that it answers without the framework.
  preloadEntriesOnStart: false,
  // Writing it takes a quarter of a build; only who builds often gains from it (scripts/build.mjs).
  turbopackFileSystemCacheForBuild: process.env.NEXT_BUILD_CACHE !== "off",
  // Nothing reads them, and making them takes a part of every build.
  turbopackSourceMaps: false,
  // A fifth of a build. The server starts and renders as fast without it; hosts that start often and build by
  // themselves keep it (scripts/build.mjs).
  turbopackMinify: { server: process.env.NEXT_MINIFY_SERVER !== "off", client: true },
  // Four times the default: fewer, larger files, which load faster on a slow connection.
  turbopackChunking: { minChunkSize: 200_000 },
}

const SHARP = ["node_modules/sharp/**", "node_modules/@img/**"]

/** What `npm run build` serves by a server of our own; `next start` takes a build as it is. */
const isStandalone = process.env.NEXT_OUTPUT === "standalone"

/** `next()` of our server loads them before it reads this file; only a server that Next writes itself does without. */
const LOADED_WITH_CONFIG = [
  "./node_modules/next/dist/compiled/webpack/*.js",
  "./node_modules/next/dist/compiled/@babel/runtime/package.json",
]

/** The commit that is built, for /api/health: the host's, the image's or the repository's; empty where none is known. */
export function findCommit() {
  const named = process.env.ATOLL_COMMIT || process.env.VERCEL_GIT_COMMIT_SHA
  if (named) return named
  const options = { cwd: import.meta.dirname, encoding: "utf8" }
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], options)
  return status === 0 ? stdout.trim() : ""
}

/** @type {import("next").NextConfig} */
export const config = {
  output: isStandalone ? "standalone" : undefined,
  // Part of every page's entity tag: another build is another page (lib/pages/cache-rules.ts).
  env: {
    ATOLL_BUILD: randomUUID(),
    ATOLL_COMMIT: findCommit(),
    ATOLL_ROUTES: listPatterns().join(" "),
  },
  // Tests build into another folder than a running app.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // No page uses the image optimizer; disabled, its path answers 404 instead of decoding any given URL.
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  outputFileTracingIncludes: {
    // This file is read at start, too.
    "/**": [
      "./content/docs/**/*.md",
      "./node_modules/next/constants.js",
      ...(isStandalone ? LOADED_WITH_CONFIG : []),
    ],
    "/api/{images,metadata,projects/*}": SHARP.map((files) => `./${files}`),
  },
  // The framework adds sharp to every page for its image optimizer, which is off: 20 MB of each function of a host.
  outputFileTracingExcludes: {
    "/**": SHARP,
  },
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: usesWalletConnect ? {} : { [WALLET_CONNECT]: MISSING_WALLET_CONNECT },
  },
  // `npm run check` checks types; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // The proxy does it, whose answers have an id and a policy.
  skipTrailingSlashRedirect: true,
  rewrites: async () => ({
    beforeFiles: [],
    // Schedulers call these with a secret, and many of them follow no redirect.
    afterFiles: ["follow", "jobs"].map((name) => ({
      source: `/internal/${name}`,
      destination: `/api/internal/${name}`,
    })),
    // At a path that nothing answers programs get JSON. Browsers name HTML, and get the page.
    fallback: [
      {
        source: "/:path*",
        missing: [{ type: "header", key: "accept", value: ".*html.*" }],
        destination: "/api/no-such-path",
      },
    ],
  }),
  // Sends titles with the page to every client. Streamed, they would vanish for a moment on each live refresh.
  htmlLimitedBots: /.*/,
  serverExternalPackages: isDev ? LARGE_PACKAGES : [],
  experimental: {
    // A read that fails without a connection waits for it. By default it becomes a full navigation, which leaves
    // the page.
    useOffline: true,
    ...(isDev ? developmentOptions : buildOptions),
  },
}

/**
 * `npx next build` in a fresh clone needs what `npm run build` makes before: the generated code. Nothing is made that is
 * there.
 * @param {string} phase
 */
export default async function prepareConfig(phase) {
  if (process.env.WALLETCONNECT_PROJECT_ID && !hasWalletConnect) {
    console.warn(
      `WALLETCONNECT_PROJECT_ID is set, but ${WALLET_CONNECT} is not installed: docs/deployment.md tells how.`,
    )
  }
  if (phase === PHASE_PRODUCTION_BUILD && !process.env.NEXT_DIST_DIR) {
    const { default: generate } = await import("./scripts/generate/generate.mjs")
    await generate()
  }
  return config
}
