import type { Page } from "@playwright/test"
import { parseEther } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { z } from "zod"
import { toAddress } from "@/lib/chain/browser"
import { buy, claimUsdb, contracts, freshAccount, launchToken, syncTransaction } from "./chain"
import { rows, sql } from "./database"
import { storeComments, storePost } from "./reef"
import { uniqueWord } from "./scrolling"
import { stack } from "./stack"
import { expect } from "./test"
import { giveSchedule } from "./vesting"

/** Wallet of the sample history: it has launched, holds and has traded. */
const CREATOR = mnemonicToAccount(stack.mnemonic ?? "", { addressIndex: 2 })

/** What a page is looked at with. */
export type PageState = {
  /** Names its screenshots. */
  name: string
  path: string | (() => Promise<string>)
  /** Its parts are those of other pages, or tests of components judge them: looked at with --deep. */
  isLike?: boolean
  /** What the browser says of it although nothing is wrong. */
  expectedErrors?: RegExp[]
  /** Called once it is there: until everything is drawn, and into the state to look at. */
  ready?: (page: Page) => Promise<unknown>
  /** Shows what is loading, for good. */
  keepsSkeletons?: boolean
  /** Something else takes the place of what was there first, as is its purpose. */
  mayShift?: boolean
  /** Undoes what `path` has done to the service. */
  cleanUp?: () => Promise<unknown>
}

const chartIsDrawn = (page: Page) =>
  expect(page.locator("[data-testid=chart] canvas").first()).toBeVisible()

const termsAreShown = (page: Page) => expect(page.getByTestId("loan-terms")).toBeVisible()

/** Every page of the site, one line each: they are judged and photographed in both themes and two widths. */
export const pageStates: PageState[] = [
  { name: "home", path: "/" },
  { name: "launchpad-columns", path: "/launchpad" },
  { name: "launchpad-table", isLike: true, path: "/launchpad?view=table" },
  { name: "token", path: `/tokens/${contracts.mainToken}`, ready: chartIsDrawn },
  { name: "token-reward-phase", isLike: true, path: () => pathOf("ORCH"), ready: chartIsDrawn },
  { name: "token-new", isLike: true, path: newTokenPage },
  { name: "token-vested", isLike: true, path: vestedTokenPage },
  { name: "launch-identity", isLike: true, path: "/launch" },
  { name: "launch-market", isLike: true, path: "/launch?step=market" },
  { name: "launch-review", isLike: true, path: "/launch?step=review" },
  {
    name: "launch-share",
    isLike: true,
    path: async () => (await pathOf("NWND")).replace("tokens", "launch"),
  },
  { name: "markets", path: "/markets" },
  { name: "market", path: () => marketOf("LAGOON") },
  { name: "market-many-outcomes", isLike: true, path: () => marketOf("STORMS") },
  { name: "market-disputed", isLike: true, path: () => marketOf("GLACIER") },
  { name: "market-decided", isLike: true, path: () => marketOf("EQUINOX") },
  { name: "market-private", isLike: true, path: () => marketOf("OFFICE") },
  { name: "market-create", isLike: true, path: "/markets/create" },
  { name: "portfolio", isLike: true, path: "/portfolio" },
  { name: "portfolio-wallet", path: `/portfolio/${CREATOR.address.toLowerCase()}` },
  {
    name: "portfolio-shares",
    isLike: true,
    path: `/portfolio/${CREATOR.address.toLowerCase()}?tab=markets`,
  },
  {
    name: "portfolio-rounds",
    isLike: true,
    path: `/portfolio/${CREATOR.address.toLowerCase()}?tab=rounds`,
  },
  { name: "profile", path: `/wallets/${CREATOR.address.toLowerCase()}` },
  { name: "account", path: "/account" },
  { name: "leaderboard", path: "/leaderboard" },
  { name: "borrow", path: "/borrow", ready: termsAreShown },
  { name: "earn", isLike: true, path: "/earn" },
  { name: "rounds", path: "/rounds" },
  { name: "round", isLike: true, path: "/rounds/btc/5m" },
  { name: "faucet", isLike: true, path: "/faucet" },
  { name: "bugs", isLike: true, path: "/bugs" },
  { name: "operator", isLike: true, path: "/operator" },
  { name: "vesting", isLike: true, path: "/vesting" },
  { name: "agents", isLike: true, path: "/agents" },
  { name: "agent-new", isLike: true, path: "/agents/new" },
  { name: "vesting-create", isLike: true, path: "/vesting/create" },
  { name: "vesting-wallet", isLike: true, path: schedulesPage },
  { name: "reef", isLike: true, path: reefFeed },
  { name: "reef-post", path: reefPost },
  { name: "reef-new", isLike: true, path: "/reef/new" },
  { name: "reef-moderation", isLike: true, path: "/reef/moderation" },
  { name: "search", isLike: true, path: "/search?q=h" },
  { name: "transaction", isLike: true, path: transactionPage },
  { name: "docs", isLike: true, path: "/docs" },
  { name: "docs-guide", isLike: true, path: "/docs/quickstart" },
  { name: "docs-reference", isLike: true, path: "/docs/api" },
  { name: "docs-operation", isLike: true, path: "/docs/api/getApiV1Tokens" },
  { name: "docs-search", isLike: true, path: "/docs/search?q=stream" },
  { name: "design", isLike: true, path: "/docs/design" },
  { name: "components", isLike: true, path: "/dev/components", keepsSkeletons: true },
  { name: "not-found", isLike: true, path: "/nowhere", expectedErrors: [/404 \(Not Found\)/] },
  { name: "error", isLike: true, ...brokenPage() },
]

async function reefFeed() {
  const body = `What happens when supply ends? ${contracts.mainToken} moves first, then $NWND.`
  await storePost({ title: "The tide turns before the market does", body })
  await storePost({ title: "עברית וגם English in one title", body: "שלום עולם", section: "human" })
  return "/reef"
}

async function reefPost() {
  const title = "Three reasons to expect calm water"
  const body = "First: https://example.org/reports/2026?page=3.\n\nSecond: $TIDE.\nThird: patience."
  const post = await storePost({ title, body })
  await storeComments(post, 12)
  return `/reef/${post}`
}

const addressRow = z.object({ address: z.string() })

async function addressOf(symbol: string) {
  const [row] = await rows(addressRow, "select address from token where symbol = $1", [symbol])
  if (!row) throw new Error(`The history has no token ${symbol}`)
  return toAddress(row.address)
}

async function schedulesPage() {
  const { address } = await freshAccount()
  await giveSchedule(address)
  return `/vesting?wallet=${address.toLowerCase()}`
}

const pathOf = async (symbol: string) => `/tokens/${await addressOf(symbol)}`

export const marketOf = async (symbol: string) =>
  (await pathOf(symbol)).toLowerCase().replace("tokens", "markets")

async function newTokenPage() {
  return `/tokens/${await launchToken(await freshAccount(), { symbol: uniqueWord() })}`
}

/** What is bought of it vests. */
async function vestedTokenPage() {
  const launch = { symbol: uniqueWord(), vestsOver: 30n * 86_400n }
  return `/tokens/${await launchToken(await freshAccount(), launch)}`
}

async function transactionPage() {
  const trader = await freshAccount()
  await claimUsdb(trader)
  const { transactionHash } = await buy(trader, await addressOf("NWND"), parseEther("2"))
  await syncTransaction(transactionHash)
  return `/tx/${transactionHash}`
}

/** A page that cannot be shown: no balance is not a number. */
function brokenPage() {
  let token = ""
  return {
    async path() {
      token = await launchToken(await freshAccount(), { symbol: uniqueWord() })
      await sql("insert into holder (token, wallet, balance) values ($1, $2, 'NaN')", [
        token,
        // Nobody whose own pages others look at meanwhile.
        (await freshAccount()).address.toLowerCase(),
      ])
      return `/tokens/${token}`
    },
    ready: (page: Page) => expect(page.getByText("This page could not be shown")).toBeVisible(),
    cleanUp: () => sql("delete from holder where token = $1 and balance = 'NaN'", [token]),
    // The skeleton of the page that was meant has gone.
    mayShift: true,
    expectedErrors: [/500 \(Internal Server Error\)/, /React error #441/],
  }
}
