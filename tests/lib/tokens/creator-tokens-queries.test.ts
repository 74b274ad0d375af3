import { beforeEach, expect, test } from "vitest"
import { pool } from "@/lib/db/client"
import { findOtherCreatorTokens } from "@/lib/tokens/creator-tokens-queries"
import { WAD } from "@/lib/units"
import { addressOf, emptyTables, insertSync, insertToken, MAIN } from "@/tests/helpers/rows"

beforeEach(emptyTables)

const creator = addressOf(1)

test("other launches come with what became of the launch price, in USD", async () => {
  await insertToken({ address: MAIN, dev: creator })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: WAD })
  const shown = await insertToken({ dev: creator })
  const { address } = await insertToken({ dev: creator })
  const fresh = await insertToken({ dev: creator })
  await insertToken({ dev: addressOf(2) })
  await pool().query("update token set base_reserve0 = $2 where address = $1", [address, 10n * WAD])
  // Opens at 1 TIDE = 1 USD; then falls to half of it while TIDE doubles.
  await insertSync({ token: address, reserve0: 10n * WAD, reserve1: 10n * WAD })
  await insertSync({ token: address, reserve0: 20n * WAD, reserve1: 1n * WAD })
  await insertSync({ token: MAIN, reserve0: WAD, reserve1: 2n * WAD })
  expect(await findOtherCreatorTokens(shown)).toMatchObject([
    { address: fresh.address, priceUsd: null, changeSinceLaunch: null },
    { address, priceUsd: WAD / 10n, changeSinceLaunch: -9_000n },
  ])
})
