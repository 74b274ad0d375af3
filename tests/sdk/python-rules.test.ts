import { spawnSync } from "node:child_process"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { type Action, actionFields, type Build, verifyBuild } from "@/sdk/src/client"
import { countUsdb } from "@/sdk/src/signing/spending"
import { runs } from "@/tests/helpers/deep"
import { fc, seed } from "@/tests/helpers/property"
import { actionOf, book, buildHonestly, listVariants, WALLET } from "./builds"
import { findPython, PACKAGE, pythonEnv } from "./python"

const MAX_NATIVE_COST = 10n ** 17n

type Case = { action: Action; build: Build; wallet: string }

/** What the TypeScript package says: the USDB that the limits count, or null where nothing is signed. */
function judge({ action, build, wallet }: Case): string | null {
  try {
    verifyBuild(build, { action, wallet, book, maxNativeCost: MAX_NATIVE_COST })
  } catch {
    return null
  }
  const { usdb, isWhole } = countUsdb(action, build, book)
  return `${usdb}${isWhole ? "" : " and more"}`
}

const names = Object.keys(actionFields) as Action["action"][]

function sampleCases(): Case[] {
  return names.flatMap((name) =>
    fc
      .sample(actionOf(name), { numRuns: runs(8, 60), seed: Number.parseInt(seed, 36) | 0 })
      .flatMap((action) =>
        buildHonestly(action).flatMap((honest) =>
          [honest.build, ...listVariants(honest)].map((build) => ({
            action,
            build,
            wallet: WALLET,
          })),
        ),
      ),
  )
}

describe("the Python package", () => {
  const python = findPython("import sys; sys.exit(sys.version_info < (3, 11))")

  test.skipIf(!python)("signs what the TypeScript package signs, and nothing else", () => {
    const cases = sampleCases()
    const verdicts = cases.map(judge)
    const signed = new Set(
      cases.filter((_, at) => verdicts[at] !== null).map(({ action }) => action.action),
    )
    expect([...signed].sort()).toEqual([...names].sort())
    expect(verdicts.filter((each) => each === null).length).toBeGreaterThan(cases.length / 2)
    const input = JSON.stringify({ book, cases, maxNativeCost: Number(MAX_NATIVE_COST) })
    const { stdout, stderr } = spawnSync(python ?? "", [path.join(PACKAGE, "tests/verdicts.py")], {
      ...{ input, env: pythonEnv, encoding: "utf8", maxBuffer: 1 << 26 },
    })
    expect(stderr).toBe("")
    const answers: (string | null)[] = JSON.parse(stdout)
    const different = cases.filter((_, at) => answers[at] !== verdicts[at])
    expect(different.slice(0, 1)).toEqual([])
    expect(answers).toHaveLength(cases.length)
  })
})
