import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { walletExceptions, walletTables } from "@/lib/account/wallet-tables"

const FOLDER = path.resolve(import.meta.dirname, "../../../prisma/schema")

/** Names of text columns that hold no wallet, whatever their table. */
const NOT_WALLETS = new Set(
  `account_handle account_id action avatar_url body category code content contract cid description display_name
  endpoint evidence failure handle hash hidden_by hint id image key kind label list memo message metadata_url name
  name_key network platform post_id prediction_type public_id reason searched section session_id severity signals
  socialx source span state status submolt symbol tag tag1 tag2 telegram text title token topic trade_type tweet_id
  tx_hash type uri url username username_key value verifier website ecosystem picture job loss_id loss_place products position holder`.split(
    /\s+/,
  ),
)

/** Addresses of contracts, by table and column. */
const CONTRACTS = new Set(["project.address", "token.address"])

type TextColumn = { table: string; column: string }

/** Every text column of the schema; lists of texts too. */
function textColumns(): TextColumn[] {
  const text = readdirSync(FOLDER)
    .map((file) => readFileSync(path.join(FOLDER, file), "utf8"))
    .join("\n")
  return [...text.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? ""
    return [...body.matchAll(/^ {2}(\w+)\s+String(?:\[\])?\??(?=\s|$)(.*)$/gm)].map((field) => {
      const [, name = "", attributes = ""] = field
      return { table, column: /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name }
    })
  })
}

type Definition = { wallets?: readonly string[]; through?: object }

const definitions: Readonly<Record<string, Definition>> = walletTables

const isExported = ({ table, column }: TextColumn) =>
  definitions[table]?.wallets?.includes(column) ?? false

describe("the tables of the export", () => {
  const columns = textColumns()

  test("are read from the schema", () => {
    expect(columns.length).toBeGreaterThan(100)
    expect(columns).toContainEqual({ table: "trade", column: "user" })
    expect(columns).toContainEqual({ table: "api_key", column: "wallet" })
    expect(columns).toContainEqual({ table: "faucet_payout", column: "signals" })
  })

  test("are all that name a wallet: a new text column is exported, excepted, or said to be none", () => {
    const undecided = columns.filter((each) => {
      const name = `${each.table}.${each.column}`
      const isKnown = NOT_WALLETS.has(each.column) || CONTRACTS.has(name)
      return !isExported(each) && !(name in walletExceptions) && !isKnown
    })
    expect(undecided).toEqual([])
  })

  test("are not excepted as well, and exceptions are of columns that exist", () => {
    const names = columns
      .filter((each) => !isExported(each))
      .map(({ table, column }) => `${table}.${column}`)
    expect(names).toEqual(expect.arrayContaining(Object.keys(walletExceptions)))
  })
})
