import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"

const list = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file))

const decisions = list("docs/decisions")
const texts = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...list("docs"), ...decisions]

/** Longest text of a decision: who reads it wants to know what may be reopened, and why not. */
const MAX_LINES = 30
const MAX_GLOSSARY_BYTES = 12 * 1024

const RULES = "deploy/prometheus/alerts.yml"

describe("the documents", () => {
  test.each(texts)("%s links to files that are there", (file) => {
    const links = [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|\/)([^)#\s]+)[^)]*\)/g)]
    const missing = links
      .map(([, target = ""]) => path.join(path.dirname(file), target))
      .filter((target) => !existsSync(target))
    expect(missing).toEqual([])
  })

  test.each(decisions)("%s is short and has a number of its own", (file) => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n")
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
    const number = Number(path.basename(file).slice(0, 4))
    expect(lines[0]).toMatch(new RegExp(`^# ${number}\\. `))
    expect(decisions.filter((each) => Number(path.basename(each).slice(0, 4)) === number)).toEqual([
      file,
    ])
  })

  test("each line of the threat model names a test that is there", () => {
    const lines = readFileSync("docs/threat-model.md", "utf8").split("\n")
    const threats = lines.filter((line) => /^\| (?!Threat|---)/.test(line))
    expect(threats.length).toBeGreaterThan(40)
    const missing = threats.flatMap((line) => {
      const tests = [...(line.split(" | ").at(-1) ?? "").matchAll(/`([^`]+)`/g)].map(
        ([, file = ""]) => file,
      )
      return tests.length > 0 ? tests.filter((file) => !existsSync(file)) : [line]
    })
    expect(missing).toEqual([])
  })

  test("each alert has what to do, and nothing else has", () => {
    const alerts = [...readFileSync(RULES, "utf8").matchAll(/^ *- alert: (\w+)$/gm)].map(
      ([, name]) => name,
    )
    const headings = [...readFileSync("docs/operations.md", "utf8").matchAll(/^## Alert: (\w+)$/gm)]
    expect(alerts.length).toBeGreaterThan(0)
    expect(headings.map(([, name]) => name).sort()).toEqual(alerts.sort())
  })

  test("the glossary is read by one person", () => {
    expect(readFileSync("docs/glossary.md").length).toBeLessThanOrEqual(MAX_GLOSSARY_BYTES)
  })
})
