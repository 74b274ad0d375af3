import type { Page } from "@playwright/test"
import axe, { type RunOptions } from "axe-core"

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

type Scope = {
  /** Selects parts of the page. */
  within?: string
  /** Instead of all that apply. */
  rules?: string[]
  except?: string[]
}

/** What axe has against a page. */
export async function violations(
  page: Page,
  { within, rules, except = [] }: Scope = {},
): Promise<string[]> {
  const options: RunOptions = {
    runOnly: rules ? { type: "rule", values: rules } : { type: "tag", values: TAGS },
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
    // There are no frames, and no rule asks for what could be loaded ahead.
    iframes: false,
    preload: false,
  }
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  return page.evaluate(judge, { within, options })
}

/** Runs in the page. */
async function judge({ within, options }: { within: string | undefined; options: RunOptions }) {
  const loaded: typeof axe = Reflect.get(window, "axe")
  const { violations } = await loaded.run(within ?? document, options)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(" ")}) ${any[0]?.message ?? ""}`),
  )
}
