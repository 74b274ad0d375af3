import { readFileSync } from "node:fs"
import path from "node:path"
import type pg from "pg"

/** Addresses of the rows of `rows/tokens.sql` and `rows/scale.sql`, by their numbers. */
const tokenAt = (n: number) => `0xb${n.toString(16).padStart(39, "0")}`
export const walletAt = (n: number) => `0xd${n.toString(16).padStart(39, "0")}`

export const MAIN = tokenAt(1)
export const USDB = `0x${"c".repeat(40)}`

/** The token that most of the trades are of. */
export const BUSIEST_TOKEN = tokenAt(2)

/** Tokens with so many changes of their pool in ninety days, which candles are made of. */
export const SMALL_HISTORY = { token: tokenAt(17), syncs: 1_000 }
export const LARGE_HISTORY = { token: tokenAt(18), syncs: 1_000_000 }

/** The market with that many purchases of shares, one with a thousand, and an open one. */
export const MARKET = tokenAt(3)
export const PURCHASES = 100_000
export const OPEN_MARKET = tokenAt(33)

const everyTenth = (first: number) =>
  Array.from({ length: 1_000 }, (_, n) => tokenAt(first + n * 10))

export const markets = everyTenth(3)
/** No markets. Each has 30 trades and the candles of a week. */
export const tokens = [BUSIEST_TOKEN, ...everyTenth(4)]

/** The contract of the price rounds in `rows/scale.sql`. */
export const ROUNDS_CONTRACT = `0xe${"1".padStart(39, "0")}`

/** In `rows/reef.sql` the post with this row has very many comments, the others have ten. */
export const BUSY_POST = 500n
/** A wallet with 40 posts. */
export const WRITER = `0x${"c".repeat(40)}`

const ZERO = `0x${"0".repeat(40)}`
const CONTRACTS =
  "factory swap marketTrading loanHub vesting staking resolver privateMarket reader leverage taxes identityRegistry"

export const ADDRESS_BOOK = JSON.stringify({
  chainId: 31337,
  startBlock: 0,
  usdb: USDB,
  mainToken: MAIN,
  upDown: { btc: ZERO, eth: ZERO, bnb: ZERO, cake: ZERO, doge: ZERO },
  ...Object.fromEntries(CONTRACTS.split(" ").map((name) => [name, ZERO])),
})

/** An exchange with 10,000 tokens and 300,000 trades, and a Reef with so many posts. */
export async function fillTables(pool: pg.Pool, posts: number) {
  for (const name of ["tokens", "reef"]) {
    const text = readFileSync(path.join(import.meta.dirname, `rows/${name}.sql`), "utf8")
    await pool.query(text.replaceAll("POSTS", `${posts}`))
  }
  await pool.query("vacuum analyze")
}
