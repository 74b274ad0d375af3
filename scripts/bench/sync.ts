import pg from "pg"
import { z } from "zod"
import { createRpc } from "@/lib/indexer/rpc"
import { rpc } from "@/scripts/local/rpc"
import { CONNECTIONS, figuresOf, measureMs, type Options, printRows, type Row } from "./harness"
import {
  buildServer,
  createDatabase,
  type Instance,
  listCheckouts,
  startServer,
  withCleanup,
} from "./instances"
import { indexVariables, startTradeGenerator, type TradeGenerator } from "./trade-generator"

const WARM_UP = 40
const TRADES_PER_BLOCK = 4
/** Transactions, and crowds of callers at once, of a round. */
const TRANSACTIONS = 100
const CROWDS = 3

type Times = { fresh: number[]; again: number[]; crowd: number[] }

/**
 * `POST /api/v1/sync` of trades that were just mined, in sequence and by 50 callers at once, beside another checkout,
 * and beside one bare receipt and one bare insert of the same trade.
 */
export const benchSync = (options: Options) =>
  withCleanup(async (cleanup) => {
    const generator = await startTradeGenerator()
    cleanup(generator.stop)
    const instances: (Instance & { times: Times })[] = []
    let plainUrl = ""
    for (const checkout of listCheckouts(options)) {
      const file = await buildServer(checkout)
      const url = await createDatabase(checkout, cleanup)
      plainUrl ||= url
      const variables = indexVariables(generator, url)
      const instance = await startServer(checkout, [file], variables, cleanup)
      instances.push({ ...instance, times: { fresh: [], again: [], crowd: [] } })
    }
    const plain = await connectPlain(generator.url, plainUrl)
    cleanup(plain.end)
    const plainTimes: number[] = []
    const total = WARM_UP + TRANSACTIONS * options.rounds
    for (let done = 0; done < total; done += TRADES_PER_BLOCK) {
      const hashes = await trade(generator, TRADES_PER_BLOCK)
      const isCounted = done >= WARM_UP
      for (const hash of hashes) {
        const bareMs = await measureMs(() => plain.store(hash))
        if (isCounted) plainTimes.push(bareMs)
        for (const { url, times } of instances) {
          const freshMs = await measureMs(() => sync(url, hash))
          const againMs = await measureMs(() => sync(url, hash))
          if (!isCounted) continue
          times.fresh.push(freshMs)
          times.again.push(againMs)
        }
      }
    }
    // The first crowd has connections opened and statements planned.
    for (let crowd = 0; crowd <= CROWDS * options.rounds; crowd++) {
      const hashes = await trade(generator, CONNECTIONS)
      for (const { url, times } of instances) {
        const taken = await Promise.all(hashes.map((hash) => measureMs(() => sync(url, hash))))
        if (crowd > 0) times.crowd.push(...taken)
      }
    }
    const rows = instances.flatMap(({ server, times }): Row[] => [
      { what: "one, new", server, figures: figuresOf(times.fresh) },
      { what: "one, repeated", server, figures: figuresOf(times.again) },
      { what: `${CONNECTIONS} at once, new`, server, figures: figuresOf(times.crowd) },
    ])
    rows.push({ what: "one, new", server: "plain", figures: figuresOf(plainTimes) })
    printRows("POST /api/v1/sync of a trade of two pools; plain: a bare receipt and insert", rows)
  })

const minedBlock = z.object({ transactions: z.array(z.string()) })

/** Mines new trades, like those of callers who report their own; returns their hashes. */
async function trade({ url, emitTrades }: TradeGenerator, count: number): Promise<string[]> {
  await emitTrades(Math.ceil(count / TRADES_PER_BLOCK), 1)
  const hashes: string[] = []
  for (let number = Number(await rpc(url, "eth_blockNumber")); hashes.length < count; number--) {
    const block = await rpc(url, "eth_getBlockByNumber", [`0x${number.toString(16)}`, false])
    hashes.unshift(...minedBlock.parse(block).transactions)
  }
  return hashes.slice(-count)
}

async function sync(url: string, txHash: string) {
  const response = await fetch(`${url}/api/v1/sync`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ txHash }),
  })
  const body = await response.text()
  if (response.status !== 200 || !body.includes('"events":[{'))
    throw new Error(`Sync answered ${response.status}: ${body.slice(0, 300)}`)
}

async function connectPlain(url: string, connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query("create table bare (hash text primary key, body text)")
  const node = createRpc(url, { timeoutMs: 10_000 })
  return {
    store: async (hash: string) => {
      const receipt = await node.call("eth_getTransactionReceipt", [hash])
      await client.query("insert into bare values ($1, $2)", [hash, JSON.stringify(receipt)])
    },
    end: () => client.end(),
  }
}
