import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"
import { UserError } from "@/scripts/local/report.mjs"
import type { Shutdown } from "@/scripts/local/shutdown.mjs"
import { runCommand } from "./command"
import { installPackages, isDebian } from "./packages"

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** Debian's build without windows, where opening a page takes a little more than half of the processor time. */
const HEADLESS = "/usr/bin/chromium-headless-shell"

/** The cheapest browser that starts: Debian's headless one, which root installs, else any. */
export async function findHeadlessChromium(root: string, shutdown: Shutdown): Promise<string> {
  if (process.env.CHROMIUM_PATH) return findChromium(root, shutdown)
  if (!existsSync(HEADLESS) && isDebian()) {
    await installPackages(root, shutdown, ["chromium-headless-shell", "fonts-liberation"])
  }
  return (await starts(HEADLESS)) ? HEADLESS : findChromium(root, shutdown)
}

/** A browser that starts: configured, the system's, Playwright's, or installed now. */
export async function findChromium(root: string, shutdown: Shutdown): Promise<string> {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (await starts(configured)) return configured
    throw new UserError(
      `CHROMIUM_PATH is ${configured}, which does not start.`,
      "Correct or unset it.",
    )
  }
  const candidates = [...SYSTEM, chromium.executablePath()]
  for (const file of candidates) if (await starts(file)) return file
  console.log("No Chromium found; installing one …")
  const cli = ["node_modules/@playwright/test/cli.js", "install", "chromium"]
  await runCommand({ args: cli, cwd: root, shutdown })
  if (await starts(chromium.executablePath())) return chromium.executablePath()
  await installPackages(root, shutdown, ["chromium", "fonts-liberation"])
  for (const file of SYSTEM) if (await starts(file)) return file
  throw new UserError(
    "The browser tests need Chromium, and none could be found or installed.",
    "Install Chromium or Chrome, and name it with CHROMIUM_PATH when it is in an unusual place.",
  )
}

async function starts(executablePath: string) {
  if (!existsSync(executablePath)) return false
  try {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
    await browser.close()
    return true
  } catch (error) {
    console.log(
      `${executablePath} does not start: ${error instanceof Error ? error.message : error}`,
    )
    return false
  }
}
