import type { BrowserContext, Page, Route } from "@playwright/test"
import { z } from "zod"
import { stack } from "./stack"

const question = z.object({ id: z.number(), method: z.string() })
const questions = z.union([question.array(), question.transform((single) => [single])])

/** From now on the pages' node knows of no transaction, as if no block came; the returned call ends that. */
export async function hideTransactions(context: BrowserContext) {
  const url = new RegExp(`^${stack.rpcUrl.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}/?$`)
  // Taking the rule away would cut off the questions that are under way.
  let isBlind = true
  await context.route(url, (route) => (isBlind ? withoutTransactions(route) : route.continue()))
  return async () => {
    isBlind = false
  }
}

/** From now on the page finds no node where its node was; the returned call ends that. */
export async function disconnectNode(page: Page) {
  let isAway = true
  await page.route(`${stack.rpcUrl}/**`, (route) =>
    isAway ? route.abort("connectionrefused") : route.continue(),
  )
  return () => {
    isAway = false
  }
}

async function withoutTransactions(route: Route) {
  const calls = questions.parse(route.request().postDataJSON())
  const response = await route.fetch()
  const answers: unknown = await response.json()
  const hidden = new Set(
    calls
      .filter(({ method }) => /^eth_getTransaction(Receipt|ByHash)$/.test(method))
      .map(({ id }) => id),
  )
  const blind = (answer: unknown) => {
    const { id } = z.object({ id: z.number() }).parse(answer)
    return hidden.has(id) ? { jsonrpc: "2.0", id, result: null } : answer
  }
  await route.fulfill({
    response,
    json: Array.isArray(answers) ? answers.map(blind) : blind(answers),
  })
}
