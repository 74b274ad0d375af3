import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { step } from "@/scripts/local/report.mjs"
import { buildWeb } from "@/scripts/local/services"
import { endRecorded } from "@/tests/helpers/cluster/process"
import { listMissing, PACKAGES } from "@/tests/helpers/cluster/programs"
import { canMoveClocks } from "@/tests/helpers/faults/clocks"
import { releaseDisks } from "@/tests/helpers/faults/disks"
import { findHeadlessChromium } from "./chromium"
import { installPackages, isDebian } from "./packages"
import type { Context, Part } from "./part"
import { runVitest } from "./unit"

/** The build of the browser tests, so that a run of all parts builds once. */
const DIST_DIR = ".data/test/next"

/** The whole product as several hosts run it, by the files of `deploy/`. */
export const runCluster: Part = (context) => runOnCluster(context, "tests/cluster")

/** Kills, stalls and lies to all of it under load; with `--soak` it only loads it, for so many minutes. */
export const runFaults: Part = async (context) => {
  const { root, shutdown, faults } = context
  if (!canMoveClocks && isDebian()) await installPackages(root, shutdown, ["libfaketime"])
  const { minutes, seed, only, soak, rate, streams } = faults
  return runOnCluster(context, `tests/faults/${soak ? "soak" : "faults"}.test.ts`, {
    CHROMIUM_PATH: await findHeadlessChromium(root, shutdown),
    ...(minutes && { FAULTS_MINUTES: minutes }),
    ...(seed && { FAULTS_SEED: seed }),
    ...(only && { FAULTS_ONLY: only }),
    ...(soak && { SOAK_MINUTES: soak }),
    ...(rate && { SOAK_RATE: rate }),
    ...(streams && { SOAK_STREAMS: streams }),
  })
}

/** Runs the tests of a folder, which start clusters. Without the programs for one it says that it skips them. */
async function runOnCluster(context: Context, tests: string, more: Record<string, string> = {}) {
  const { root, shutdown, isDeep, selection } = context
  if (listMissing().length > 0 && isDebian()) await installPackages(root, shutdown, PACKAGES)
  const missing = listMissing()
  if (missing.length > 0) {
    console.warn(`SKIPPED: ${tests}, as there is no ${missing.join(", ")} here`)
    return { passed: 0, failed: 0 }
  }
  await step("App built", ({ progress }) => {
    const keepsCache = !process.env.CI
    return buildWeb({ shutdown, distDir: DIST_DIR, keepsCache, progress })
  })
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-clusters-"))
  // PostgreSQL's user works inside.
  chmodSync(folder, 0o755)
  shutdown.add(async () => {
    for (const name of readdirSync(folder)) {
      await endRecorded(path.join(folder, name))
      releaseDisks(path.join(folder, name))
    }
    if (!process.env.CLUSTER_KEEP) rmSync(folder, { recursive: true, force: true })
  })
  const env = {
    CLUSTER_BUILD: DIST_DIR,
    CLUSTER_FOLDER: folder,
    ...more,
    ...(isDeep && { DEEP_TESTS: "1" }),
  }
  return runVitest(context, [tests, ...selection], env, "tests/cluster.config.ts")
}
