import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { defineConfig, devices } from "@playwright/test"
import { isDeep } from "./helpers/deep"

// The browser CHROMIUM_PATH names, or Debian's, rather without windows; else that of `npx playwright install`.
const SYSTEM_CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
const executablePath = process.env.CHROMIUM_PATH ?? SYSTEM_CHROMIUM.find((file) => existsSync(file))

const ALONE = "**/*.alone.spec.ts"
const QUIET = "**/*.quiet.spec.ts"

const browser = {
  ...devices["Desktop Chrome"],
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
  },
}

export default defineConfig({
  testDir: "pages",
  outputDir: "../test-results",
  fullyParallel: true,
  // A test waits for blocks and answers more than half of its time.
  workers: Math.min(8, 2 * availableParallelism()),
  forbidOnly: process.env.CI !== undefined,
  // Ceilings for a slow machine that does other things as well: what is green costs none of it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    screenshot: "only-on-failure",
    // What never becomes possible fails before its test does.
    actionTimeout: 45_000,
    locale: "en-US",
    // Skeletons and spinners that move take a quarter of a browser's processor time.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    // The tests of a process share a page, emptied between them, with the scripts it has fetched and compiled.
    {
      name: "chromium",
      testIgnore: [ALONE, QUIET],
      use: { ...browser, reuseContext: !isDeep },
    },
    // These bring about what every other test would notice: an environment of their own, one at a time.
    {
      name: "alone",
      testMatch: ALONE,
      outputDir: "../test-results/alone",
      workers: 1,
      use: browser,
    },
    // These measure time: while nothing else runs.
    {
      name: "quiet",
      testMatch: QUIET,
      outputDir: "../test-results/quiet",
      workers: 1,
      use: browser,
    },
  ],
})
