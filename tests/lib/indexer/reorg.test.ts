/** @module-tag long */
import { encodeFunctionData, type Hex, zeroAddress } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { pool } from "@/lib/db/client"
import { syncTransaction } from "@/lib/indexer/sync-transaction"
import { WAD } from "@/lib/units"
import {
  alice,
  bob,
  carol,
  configureChain,
  dave,
  startChain,
  type TestChain,
  wallets,
} from "@/tests/helpers/chain"
import { isDeep } from "@/tests/helpers/deep"
import { STATES_OF_BRANCHES } from "@/tests/helpers/deployed-chain"
import { freshDump, startFollower } from "./following"
import { playHistory } from "./history"
import { dump, emptyIndex } from "./tables"

let chain: TestChain
let tokens: Awaited<ReturnType<typeof playHistory>>

beforeAll(async () => {
  chain = await startChain({ keptStates: STATES_OF_BRANCHES })
  configureChain(chain)
  tokens = await playHistory(chain)
})
afterAll(() => chain?.stop())

/** Blocks of one transaction each; what they do depends on the branch's name. */
async function branch(blocks: number, name: "lost" | "kept") {
  const { markets, lending, open } = tokens
  const steps = [
    () => chain.buy(alice, tokens.kelp, name === "lost" ? "11" : "7"),
    () => chain.launch(bob, { symbol: name === "lost" ? "LOST" : "KEPT", name }),
    () => chain.sell(bob, tokens.reef, 5n),
    () => chain.whitelist(carol, tokens.cove, [name === "lost" ? alice : bob], "5", name),
    () => chain.transfer(alice, tokens.kelp, dave, name === "lost" ? 3n : 4n),
    () => chain.buy(dave, tokens.cove, name === "lost" ? "30" : "20"),
    () => chain.surge(carol, tokens.cove, [name === "lost" ? 300n : 200n, 0n]),
    () => chain.unfreeze(carol, tokens.cove),
    () => chain.endSurge(carol, tokens.cove),
    () => lending.send(bob, lending.hub.sellPart(3n, name === "lost" ? 20 : 50)),
    () => lending.send(carol, lending.leverage.close(3n, name === "lost" ? 10 : 100)),
    () => lending.send(alice, lending.vault.wrap(name === "lost" ? 3n * WAD : 4n * WAD)),
    () => lending.send(bob, name === "lost" ? lending.vault.repay() : lending.vault.investYield()),
    () =>
      lending.send(
        carol,
        name === "lost" ? lending.vesting.repay(2n) : lending.vesting.extend(2n, 3),
      ),
    () => chain.unlist(carol, tokens.cove, name === "lost" ? dave : alice),
    () => chain.warp(name === "lost" ? 90 : 4_000).then(() => chain.mine()),
    () => chain.refer(wallets[name === "lost" ? 6 : 7] ?? dave, alice),
    () => markets.buyShares(bob, open, name === "lost" ? 1 : 2, "13"),
    () => markets.listShares(alice, open, 2, name === "lost" ? 7n * WAD : 9n * WAD, "0.2"),
    () => markets.fillOrder(bob, open, 0n, name === "lost" ? 40n * WAD : 4n * WAD),
    () => markets.cancelOrder(alice, open, name === "lost" ? 0n : 1n),
    () => markets.propose(bob, open, name === "lost" ? 0 : 1),
    () => markets.dispute(carol, open, name === "lost" ? 2 : 3),
    () => markets.vote(alice, open, name === "lost" ? 0 : 3),
    () => markets.createPrivateMarket(bob, { symbol: name === "lost" ? "GONE" : "STAYS" }),
    () => chain.warp(3_700).then(() => markets.finalize(dave, open)),
    () => markets.redeem(alice, open),
  ]
  for (let i = 0; i < blocks; i++) {
    const step = steps[(i + blocks) % steps.length]
    // Some steps can be done once only in a branch.
    await step?.().catch(() => chain.mine())
  }
}

describe("a reorganisation leaves the surviving branch's tables", () => {
  const depths = isDeep ? Array.from({ length: 20 }, (_, i) => i + 1) : [1, 20]

  test.each(depths)("%i blocks deep", async (depth) => {
    await emptyIndex(pool())
    const base = await chain.snapshot()
    const follower = await startFollower(chain)
    await follower.settle()
    const fork = await chain.snapshot()
    await branch(depth, "lost")
    await follower.settle()
    const lost = await dump(pool())

    await chain.revert(fork)
    await branch(1 + ((depth * 7) % 23), "kept")
    await follower.settle()
    await follower.stop()
    const kept = await dump(pool())

    expect(kept).not.toEqual(lost)
    expect(kept).toEqual(await freshDump(chain))
    await chain.revert(base)
  })

  test("when the chain only goes back, without new blocks", async () => {
    await emptyIndex(pool())
    const follower = await startFollower(chain)
    await follower.settle()
    const before = await dump(pool())
    const fork = await chain.snapshot()
    await branch(5, "lost")
    await follower.settle()
    await chain.revert(fork)
    await follower.settle()
    await follower.stop()
    expect(await dump(pool())).toEqual(before)
  })
})

test("a transaction that is mined again in another block moves there", async () => {
  await emptyIndex(pool())
  const account = mnemonicToAccount("test test test test test test test test test test test junk", {
    addressIndex: 2,
  })
  const nonce = Number(await chain.call("eth_getTransactionCount", alice, "latest"))
  const raw: Hex = await account.signTransaction({
    chainId: 31337,
    nonce,
    gas: 200_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    to: tokens.kelp as Hex,
    data: encodeFunctionData({ abi: usdbAbi, functionName: "transfer", args: [bob, 5n] }),
  })
  const fork = await chain.snapshot()
  const hash = (await chain.call("eth_sendRawTransaction", raw)) as Hex
  const first = await chain.receipt(hash)
  const events = await syncTransaction(hash)
  await chain.revert(fork)
  await chain.mine(2)
  await chain.call("eth_sendRawTransaction", raw)
  const second = await chain.receipt(hash)
  expect(second.blockNumber).not.toBe(first.blockNumber)

  expect(await syncTransaction(hash)).toEqual(events)
  const moved = await dump(pool())
  expect(moved.tx?.filter((row) => row.includes(hash.slice(2)))).toHaveLength(1)
  await emptyIndex(pool())
  await syncTransaction(hash)
  expect(moved).toEqual(await dump(pool()))
})

test("a development chain begun anew is read anew; projects and comments stay, payouts go", async () => {
  const projects = async () =>
    (await pool().query("select id, address from project order by id")).rows
  await freshDump(chain)
  const before = await projects()
  await pool().query(
    `insert into faucet_payout (wallet, referrer, amount, signals, treasury, nonce, tx_hash)
    values ('${alice}', '${zeroAddress}', 1, '{base}', '${bob}', 0, '\\x01')`,
  )
  await pool().query(
    `insert into comment (project_id, author, ordinal, content)
    select id, '${alice}', 9, 'Still here' from project where address = '${tokens.kelp}'`,
  )
  const other = await startChain()
  await chain.stop()
  chain = other
  tokens = await playHistory(chain)
  const follower = await startFollower(chain)
  await follower.settle()
  await follower.stop()
  const left = await dump(pool())
  expect((await projects()).slice(0, before.length)).toEqual(before)
  const comments = await pool().query("delete from comment where content = 'Still here'")
  expect(comments.rowCount).toBe(1)
  const payouts = await pool().query("select from faucet_payout")
  expect(payouts.rowCount).toBe(0)
  expect(left).toEqual(await freshDump(chain))
})
