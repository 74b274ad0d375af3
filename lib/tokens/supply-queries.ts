import { sql } from "kysely"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findHolderTable } from "./holders/queries"
import { getToken } from "./queries"

/** Distribution of a token's supply, in base units. The rest is free. */
export type SupplyParts = {
  supply: bigint
  /** In schedules, claimable or not, and no collateral. */
  vesting: bigint
  /** TIDE in the vault that is no collateral. */
  locked: bigint
  /** Tokens of schedules that are collateral: the beneficiary has the money of a loan on them. */
  vestingPledged: bigint
  /** Collateral of other loans and leverage positions, with what liquidations left until it is claimed. */
  pledged: bigint
  /** TIDE that the pools of tokens have lent against these tokens; 0 for a token. */
  lent: bigint
  free: bigint
  /** Debt of the loans and positions on this token, in USDB. */
  debt: bigint
  /** Number of open loans and positions. */
  loans: number
}

/** GET /api/v1/tokens/{address}/supply. */
export async function getSupply(address: string): Promise<SupplyParts> {
  const token = await getToken(address)
  const { supply } = await findHolderTable(token, 0)
  return findSupplyParts({ address: token.address, supply })
}

const contracts = { vesting: "text", vault: "text", main: "text" } as const

/** Balances of the contracts and the open loans of a token. */
const readParts = statement({ token: "text", ...contracts }, ({ token, ...at }) => {
  const balanceOf = (wallet: typeof at.vault) =>
    db
      .selectFrom("holder")
      .select("balance")
      .where("token", "=", token)
      .where("wallet", "=", wallet)
  return db
    .selectFrom("loan")
    .where("token", "=", token)
    .where("active", "=", sql.lit(true))
    .select(({ fn, lit }) => [
      fn.coalesce(fn.sum<string>("collateral"), lit(0)).as("collateral"),
      fn
        .coalesce(
          fn.sum<string>("collateral").filterWhere("source", "=", sql.lit("vesting")),
          lit(0),
        )
        .as("vestingPledged"),
      fn.coalesce(fn.sum<string>("full_amount"), lit(0)).as("debt"),
      fn.countAll<string>().as("loans"),
      fn.coalesce(balanceOf(at.vesting), lit(0)).as("vesting"),
      fn.coalesce(balanceOf(at.vault), lit(0)).as("vault"),
      fn.coalesce(balanceOf(at.main), lit(0)).as("main"),
    ])
})

/**
 * The vested, locked, pledged and lent parts of the supply. The TIDE contract holds collateral, and also the TIDE that
 * pools of tokens have lent: its balance above the collateral of loans on TIDE.
 */
export async function findSupplyParts({
  address: token,
  supply,
}: {
  address: string
  supply: bigint
}): Promise<SupplyParts> {
  const { mainToken: main, vesting: vestingContract, staking: vault } = getDeployment()
  const [row] = await readParts({ token, main, vesting: vestingContract, vault })
  const figure = (text: string | number | undefined) => BigInt(text ?? 0)
  const [collateral, held] = [figure(row?.collateral), figure(row?.main)]
  const isMain = token === main
  const vestingPledged = figure(row?.vestingPledged)
  const pledged = isMain ? collateral : held
  const parts = {
    vesting: figure(row?.vesting),
    locked: isMain ? figure(row?.vault) : 0n,
    vestingPledged,
    // The two are read of different rows: of loans, and of a balance.
    pledged: pledged > vestingPledged ? pledged - vestingPledged : 0n,
    lent: isMain && held > collateral ? held - collateral : 0n,
  }
  const taken = Object.values(parts).reduce((sum, part) => sum + part)
  return {
    ...parts,
    supply,
    free: supply > taken ? supply - taken : 0n,
    debt: figure(row?.debt),
    loans: Number(row?.loans ?? 0),
  }
}
