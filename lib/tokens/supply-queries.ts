import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { notFound } from "@/lib/http/errors"

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

const readSupply = statement({ token: "text" }, ({ token }) =>
  db.selectFrom("token").select("holder_supply as supply").where("address", "=", token),
)

/** GET /api/v1/tokens/{address}/supply. */
export async function getSupply(address: string): Promise<SupplyParts> {
  const [token] = await readSupply({ token: address })
  if (!token) throw notFound("TOKEN_NOT_FOUND")
  return findSupplyParts({ address, supply: BigInt(token.supply) })
}

const contracts = { vesting: "text", vault: "text", main: "text" } as const

/** Balances of the contracts, and the open loans of a token as the database adds them up (`open_loans`). */
const readParts = statement({ token: "text", ...contracts }, ({ token, ...at }) => {
  const balanceOf = (wallet: typeof at.vault) =>
    db
      .selectFrom("holder")
      .select("balance")
      .where("token", "=", token)
      .where("wallet", "=", wallet)
  const held = db.selectNoFrom([
    balanceOf(at.vesting).as("vesting"),
    balanceOf(at.vault).as("vault"),
    balanceOf(at.main).as("main"),
  ])
  return db
    .selectFrom(held.as("held"))
    .leftJoin("open_loans as l", (join) => join.on("l.token", "=", token))
    .select(["held.vesting", "held.vault", "held.main"])
    .select(["l.collateral", "l.vesting_collateral as vestingPledged"])
    .select(["l.full_amount as debt", "l.loans"])
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
  const figure = (text: string | null | undefined) => BigInt(text ?? 0)
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
    loans: row?.loans ?? 0,
  }
}
