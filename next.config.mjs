/** @type {import("next").NextConfig} */
export default {
  output: "standalone",
  // The tests build beside a running app.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  // No page uses the optimizer, which would decode whatever anybody asks of it: its path answers 404.
  images: { unoptimized: true },
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  // `npm test` checks the types of everything; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Titles come with the page for everybody. Streamed behind it, they go for a moment whenever a live page reads
  // itself again.
  htmlLimitedBots: /.*/,
  // Four times the default: a page begins with fewer, larger files, which counts on a slow line (README, Decisions).
  experimental: { turbopackChunking: { minChunkSize: 200_000 } },
}
