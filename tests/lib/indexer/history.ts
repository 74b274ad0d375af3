import { alice, bob, carol, dave, operator, type TestChain } from "@/tests/helpers/chain"

/** Some fifty transactions of every kind the exchange knows. */
export async function playHistory(chain: TestChain) {
  const { book } = chain
  await chain.claim(alice)
  await chain.claim(bob, alice)
  await chain.refer(carol, bob)
  await chain.claim(carol, alice)
  await chain.buyMain(alice, "250")
  await chain.buyMain(bob, "1000")
  const { token: kelp } = await chain.launch(alice, {
    symbol: "KELP",
    name: "Kelp",
    multiplier: 50n,
  })
  await chain.buy(bob, kelp, "100")
  await chain.warp(70)
  await chain.buy(carol, kelp, "250")
  await chain.sell(bob, kelp)
  await chain.sell(bob, book.mainToken, 3n)
  const { token: reef } = await chain.launch(bob, {
    symbol: "REEF",
    name: "Reef",
    multiplier: 100n,
  })
  await chain.buy(alice, reef, "75")
  await chain.warp(400)
  await chain.buy(bob, reef, "20")
  await chain.sell(alice, reef, 1n)
  await chain.surge(bob, reef, [50n, 10n])
  await chain.surge(alice, kelp, [500n, 0n])
  await chain.warp(600)
  await chain.endSurge(alice, kelp)
  const { token: cove } = await chain.launch(carol, { symbol: "COVE", name: "Cove", frozen: true })
  await chain.whitelist(carol, cove, [alice, bob, dave], "500", "friends")
  await chain.buy(alice, cove, "40")
  await chain.unlist(carol, cove, bob)
  await chain.unlist(carol, cove, dave)
  await chain.whitelist(carol, cove, [dave], "900", "back again")
  await chain.warp(4_000)
  await chain.buy(dave, cove, "60")
  await chain.sell(carol, kelp, 2n, true)
  await chain.transfer(carol, kelp, dave, 5n * 10n ** 18n)
  await chain.transfer(dave, kelp, dave, 1n)
  await chain.transfer(bob, book.mainToken, operator, 10n ** 18n)
  await chain.warp(90_000)
  await chain.claim(dave, bob)
  await chain.claim(bob)
  for (let i = 0; i < 5; i++) {
    await chain.buy(alice, kelp, `${10 + i}`)
    await chain.buy(bob, cove === "" ? kelp : reef, `${5 + i}`)
    await chain.sell(alice, kelp, 4n)
    await chain.warp(31)
  }
  return { kelp, reef, cove }
}
