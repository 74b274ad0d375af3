import { getAddress } from "viem"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { WAD } from "@/lib/units"
import { alice, bob, carol, dave, type TestChain } from "@/tests/helpers/chain"
import type { Lending } from "@/tests/helpers/loans"

type Stage = { chain: TestChain; lending: Lending; kelp: string }

const DAY_SECONDS = 86_400
const extension = { days: 20, payInStable: true, refinance: false }
const refinancing = { days: 0, payInStable: false, refinance: true }

/**
 * Loans of every source with everything that can happen to them, the vault and vesting. Open at the end: loan 3 of bob
 * on the hub, his loan on the vault, position 3 of carol, and carol's loan on schedule 2.
 */
export async function playLending(stage: Stage) {
  await takeLoans(stage)
  await openPositions(stage)
  await playVault(stage)
  await playVesting(stage)
  await stage.chain.warp(13 * DAY_SECONDS)
  await liquidate(stage)
}

async function takeLoans({ chain, lending, kelp }: Stage) {
  const { send, hub } = lending
  const tide = getAddress(chain.book.mainToken)
  await chain.buyMain(alice, "900")
  await lending.approve(bob, kelp, chain.book.loanHub)
  await chain.buy(bob, kelp, "200")
  await send(alice, hub.take({ token: tide, amount: 100n * WAD, days: 30 }))
  await send(bob, hub.take({ token: getAddress(kelp), amount: 30n * WAD, days: 40 }))
  await send(alice, hub.extend(1n, extension))
  await chain.buyMain(dave, "3000")
  await send(alice, hub.extend(1n, refinancing))
  await send(alice, hub.increase(1n, 20n * WAD))
  await send(alice, hub.sellPart(1n, 40))
  await send(alice, hub.repay(1n))
  await send(bob, hub.sellPart(1n, 100))
  await send(bob, hub.take({ token: tide, amount: 50n * WAD, days: 10 }))
  await send(bob, hub.take({ token: tide, amount: 60n * WAD, days: 400 }))
}

async function openPositions({ chain, lending, kelp }: Stage) {
  const { send, leverage } = lending
  const tide = getAddress(chain.book.mainToken)
  await send(carol, leverage.open({ token: tide, amount: 50n * WAD, days: 2 }))
  await send(carol, leverage.open({ token: getAddress(kelp), amount: 30n * WAD, days: 20 }))
  await send(carol, leverage.open({ token: tide, amount: 40n * WAD, days: 200 }))
  await send(carol, leverage.close(2n, 50))
  await send(carol, leverage.extend(3n, extension))
  await send(carol, leverage.repay(2n))
}

async function playVault({ chain, lending }: Stage) {
  const { send, vault } = lending
  const { usdb, mainToken, swap, staking } = chain.book
  await send(alice, vault.wrap(200n * WAD))
  await send(bob, vault.wrap(150n * WAD))
  await chain.write(carol, swap, swapAbi, "buyTokens", [100n * WAD, 0n, [usdb, mainToken], true])
  await send(dave, vault.injectYield(20n * WAD))
  await send(alice, vault.lock(120n * WAD))
  await send(alice, vault.borrow(50n * WAD, 10))
  await send(bob, vault.lock(100n * WAD))
  await send(bob, vault.borrow(20n * WAD, 30))
  await send(bob, vault.addToLoan(10n * WAD))
  await send(bob, vault.extend(extension))
  await send(bob, vault.repay())
  await send(bob, vault.unlock(10n * WAD))
  await send(bob, vault.borrow(30n * WAD, 300))
  await chain.transfer(alice, staking, dave, 5n * WAD)
  await send(carol, vault.unwrap(10n * WAD))
  await send(carol, vault.unwrap(10n * WAD, true))
}

async function playVesting({ chain, lending }: Stage) {
  const { send, vesting } = lending
  const tide = getAddress(chain.book.mainToken)
  const { timestamp } = (await chain.call("eth_getBlockByNumber", "latest", false)) as {
    timestamp: string
  }
  const now = Number(timestamp)
  const schedule = { token: tide, amount: 40n * WAD, memo: "Für das\nTeam" }
  const gradual = { start: now + 600, days: 30, step: 2 }
  await send(alice, vesting.createGradual({ ...schedule, ...gradual, beneficiary: carol }))
  await send(bob, vesting.createGradual({ ...schedule, ...gradual, beneficiary: carol }))
  await send(alice, vesting.createCliff({ ...schedule, beneficiary: dave, unlock: now + 9_000 }))
  await send(carol, vesting.borrow(1n))
  await send(carol, vesting.borrow(2n))
  await send(dave, vesting.borrow(3n))
  await send(carol, vesting.repay(1n))
  await send(alice, vesting.extend(1n, 5))
  await send(alice, vesting.add(1n, 7n * WAD))
  await chain.warp(DAY_SECONDS)
  await send(carol, vesting.claim(1n))
  await chain.warp(DAY_SECONDS)
  // What is claimable is paid in the same transaction.
  await send(alice, vesting.changeBeneficiary(1n, dave))
  await send(alice, vesting.transferCreatorRole(1n, bob))
  const launch = ["GROW", "Grow", 100n, false, 0n, 1_000n, true, 7_200n, true]
  const created = await chain.write(bob, chain.book.factory, tokenFactoryAbi, "createToken", launch)
  const log = created.logs.find(({ address }) => address === chain.book.factory)
  const grow = `0x${log?.topics[1]?.slice(26)}`
  await chain.buy(alice, grow, "12")
}

async function liquidate({ chain, lending }: Stage) {
  const { send, hub, leverage, vault, vesting } = lending
  await send(dave, hub.liquidate(bob, 2n))
  await send(bob, hub.claim(2n))
  await send(dave, leverage.liquidate(carol, 1n))
  await send(carol, leverage.claim(1n))
  const { staking, vesting: vestingAt } = chain.book
  await send(dave, hub.liquidate(getAddress(staking), 1n))
  await send(alice, vault.settle())
  await send(dave, hub.liquidate(getAddress(vestingAt), 3n))
  await send(dave, vesting.claim(3n))
}
