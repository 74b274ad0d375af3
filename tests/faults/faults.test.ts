import { setTimeout } from "node:timers/promises"
import { type Browser, chromium, type Page } from "@playwright/test"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "@/tests/helpers/cluster/cluster"
import { findWrongRows, untilWell } from "@/tests/helpers/faults/checks"
import { listFaults } from "@/tests/helpers/faults/faults"
import { type MixedLoad, startMixedLoad } from "@/tests/helpers/faults/load"
import type { Fault } from "@/tests/helpers/faults/node-faults"
import { startScene } from "@/tests/helpers/faults/scene"

const { FAULTS_MINUTES, FAULTS_SEED, FAULTS_ONLY } = process.env
const seed = Number(FAULTS_SEED ?? Date.now() % 1_000_000)
/** Parts of the faults' names. */
const only = FAULTS_ONLY?.split(",") ?? [""]
/** Those that are named are tried once each, unless the time is named as well. */
const isOnce = FAULTS_ONLY !== undefined && FAULTS_MINUTES === undefined
const minutes = isOnce ? 60 : Number(FAULTS_MINUTES ?? 6)

/** Requests of a kind, apart by this pause. */
const PAUSE_MS = 700
/** An open page hears of a trade; else it asks after some seconds. */
const PAGE_MS = 20_000

let scene: Awaited<ReturnType<typeof startScene>>
let load: MixedLoad
let browser: Browser
let page: Page

beforeAll(async () => {
  scene = await startScene()
  const { cluster, venue } = scene
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "",
    args: ["--no-sandbox"],
  })
  page = await browser.newPage()
  await page.goto(`${cluster.url}/tokens/${venue.token}`)
  // Another document would not have it.
  await page.evaluate(() => Object.assign(window, { isFirst: true }))
  load = startMixedLoad(cluster, venue, () => PAUSE_MS)
}, 400_000)
afterAll(async () => {
  await load?.stop()
  await browser?.close()
  await scene?.stop()
})

/** Programs of ours, which no fault may end. */
const OURS = /^(web|follower|keeper)/

type Outcome = {
  fault: string
  requests: number
  refused: number
  /** Requests that got no answer. */
  cut: string[]
  wellAfter: number
  problems: string[]
}

/** All faults in one random order after another. */
function orderFaults() {
  const random = fc.sample(fc.integer({ min: 0, max: 2 ** 30 }), { seed, numRuns: 10_000 })
  const faults = listFaults({ ...scene, random: (below) => (random.pop() ?? 0) % below })
  const selected = faults.filter(({ name }) => only.some((part) => name.includes(part)))
  const order = fc.shuffledSubarray(selected, { minLength: selected.length })
  return fc.sample(order, { seed, numRuns: isOnce ? 1 : 100 }).flat()
}

/** A request that was under way at a web server that was killed or stalled may have no answer. */
const mayCut = (fault: string) => /^web server (killed|stalled)/.test(fault)

/** Why the page that was loaded in the beginning is not the same, or does not show what is there now. */
async function findPageProblem(): Promise<string | undefined> {
  const { rows } = await scene.cluster.query(
    "select max(time) as newest from trade where token = $1",
    [scene.venue.token],
  )
  const newest = Number(rows[0]?.newest)
  const isThere = await page.evaluate(() => "isFirst" in window)
  if (!isThere) return "The page was loaded again"
  const shown = page.locator(".trade-row time").first()
  return until(
    async () => Date.parse((await shown.getAttribute("datetime")) ?? "") === newest,
    "the page has the newest trade",
    PAGE_MS,
  ).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/** A trade that a reorganisation has taken back, or that the node denies. */
const isLostTrade = (line: string) => /^sync: 422 .*"TX_NOT_FOUND"/.test(line)

async function tryFault({ name, ms, begin }: Fault): Promise<Outcome> {
  const { cluster } = scene
  const before = load.count()
  const problems: string[] = []
  const [trades, restarts] = [load.trades.count(), scene.supervisor.restarts.length]
  const end = await begin()
  await setTimeout(ms)
  const unreplaced = await end()
  if (unreplaced) problems.push(unreplaced)
  const wellAfter = await untilWell(cluster, load).catch((error: Error) => {
    problems.push(error.message)
    return Number.NaN
  })
  const failures = load.takeFailures()
  const cut = failures.filter((line) => !/: [45]\d\d /.test(line))
  const refusals = failures.filter((line) => /: [45]\d\d /.test(line) && !isLostTrade(line))
  problems.push(...new Set(refusals.map((line) => line.replace(/"requestId":"[^"]+",/, ""))))
  if (!mayCut(name)) problems.push(...cut)
  if (load.trades.count() === trades) problems.push("No trade was made")
  const ended = scene.supervisor.restarts.slice(restarts).filter((each) => OURS.test(each))
  problems.push(...ended.map((each) => `${each} ended by itself`))
  const pageProblem = await findPageProblem()
  if (pageProblem) problems.push(pageProblem)
  for (const { keeper } of load.streams) problems.push(...keeper.repeated.splice(0))
  await load.trades.pause()
  await cluster.untilIndexed()
  problems.push(...(await findWrongRows(cluster, load)))
  load.trades.resume()
  await until(async () => {
    const states = await Promise.all(cluster.postgres.map((each) => each.isSynchronous()))
    return states.includes(true)
  }, "the primary has its replica")
  return {
    ...{ fault: name, wellAfter, problems, cut },
    requests: load.count().requests - before.requests,
    refused: load.count().refused - before.refused,
  }
}

test(
  `faults under load: seed ${seed}, ${minutes} minutes`,
  async () => {
    const deadline = Date.now() + minutes * 60_000
    const outcomes: Outcome[] = []
    for (const fault of orderFaults()) {
      const outcome = await tryFault(fault)
      outcomes.push(outcome)
      const { requests, refused, cut, wellAfter, problems } = outcome
      const line = `${requests} requests, ${refused} refused, ${cut.length} cut, well after ${(wellAfter / 1000).toFixed(1)} s`
      console.log(
        [
          `${outcome.fault.padEnd(34)} ${line}`,
          ...cut.map((each) => `  cut: ${each}`),
          ...problems.map((each) => `  ✗ ${each}`),
        ].join("\n"),
      )
      // Rows that are wrong stay so.
      if (Date.now() > deadline || problems.some((each) => each.includes(" rows "))) break
    }
    const sum = (key: "requests" | "refused") =>
      outcomes.reduce((total, outcome) => total + outcome[key], 0)
    const cuts = outcomes.flatMap(({ cut }) => cut).length
    console.log(
      `${outcomes.length} faults, ${sum("requests")} requests, ${sum("refused")} refused with Retry-After, ${cuts} cut; ended and started again: ${scene.supervisor.restarts.join(", ") || "none"}`,
    )
    expect(
      outcomes.flatMap(({ fault, problems }) => problems.map((each) => `${fault}: ${each}`)),
    ).toEqual([])
  },
  minutes * 60_000 + 240_000,
)
