import { sql } from "kysely"
import { type Hex, type Transaction, type TransactionReceipt, zeroAddress } from "viem"
import { type AddressBook, getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { findStoredStatus } from "@/lib/events/index-status"
import { assetDetails } from "@/lib/updown/assets"
import { listAssetContracts } from "@/lib/updown/contracts"
import { describeCall } from "./describe-call"
import { describeLogs } from "./describe-logs"
import { findOnchainTransaction, readHead } from "./onchain"
import type { Names, TransactionStatus, TransactionView } from "./schema"

/** A transaction from the node with its state in the index; null if the node does not know it. */
export async function findTransaction(hash: Hex): Promise<TransactionView | null> {
  const facts = await findOnchainTransaction(hash)
  if (!facts) return null
  const { transaction, receipt, block, reason } = facts
  const [head, followed, storedBlock, names] = await Promise.all([
    readHead(),
    findStoredStatus(),
    findStoredBlock(hash),
    findNames(listAddresses(transaction, receipt)),
  ])
  return {
    hash,
    status: computeStatus(receipt, { indexedBlock: followed?.indexedBlock ?? null, storedBlock }),
    reason,
    from: transaction.from.toLowerCase(),
    to: transaction.to?.toLowerCase() ?? null,
    created: receipt?.contractAddress?.toLowerCase() ?? null,
    value: transaction.value,
    fee: receipt && receipt.gasUsed * receipt.effectiveGasPrice,
    nonce: transaction.nonce,
    block: block && {
      number: Number(block.number),
      time: new Date(Number(block.timestamp) * 1_000),
      // The head may have been read before the block was there.
      confirmations: Math.max(1, Number(head) - Number(block.number) + 1),
    },
    call: describeCall(transaction.to?.toLowerCase() ?? null, transaction.input, transaction.value),
    events: describeLogs(receipt?.logs ?? [], names, getDeployment()),
    names,
  }
}

type IndexProgress = {
  /** Last block that the indexer has stored completely. */
  indexedBlock: number | null
  /** Hash of the block in which the index has the transaction. */
  storedBlock: string | null
}

function computeStatus(
  receipt: TransactionReceipt | null,
  { indexedBlock, storedBlock }: IndexProgress,
): TransactionStatus {
  if (!receipt) return "pending"
  if (receipt.status === "reverted") return "failed"
  const isFollowed = indexedBlock !== null && receipt.blockNumber <= BigInt(indexedBlock)
  return isFollowed || receipt.blockHash === storedBlock ? "indexed" : "mined"
}

const readStoredBlock = statement({ chainId: "integer", hash: "text" }, ({ chainId, hash }) =>
  db
    .selectFrom("tx")
    .select(({ ref }) => hexText(ref("block_hash")).as("block"))
    .where("chain_id", "=", chainId)
    .where("hash", "=", sql<Buffer>`decode(substr(${hash}, 3), 'hex')`),
)

async function findStoredBlock(hash: Hex): Promise<string | null> {
  const [row] = await readStoredBlock({ chainId: getDeployment().chainId, hash })
  return row?.block ?? null
}

function listAddresses(transaction: Transaction, receipt: TransactionReceipt | null) {
  const emitters = receipt?.logs.map(({ address }) => address) ?? []
  // Tokens named in calls and events: every word that can be an address.
  const words = [
    transaction.input.slice(10),
    ...(receipt?.logs.map(({ data }) => data.slice(2)) ?? []),
  ]
    .flatMap((data) => data.match(/.{64}/g) ?? [])
    .filter((word) => /^0{24}[0-9a-f]{40}$/.test(word))
    .map((word) => `0x${word.slice(24)}`)
  const topics = receipt?.logs.flatMap((log) => log.topics.slice(1)) ?? []
  const indexed = topics.map((topic) => `0x${topic.slice(26)}`)
  const parties = [
    transaction.from,
    transaction.to ?? zeroAddress,
    ...emitters,
    ...words,
    ...indexed,
  ]
  return [...new Set(parties.map((address) => address.toLowerCase()))]
}

const readNames = statement({ addresses: "text[]" }, ({ addresses }) =>
  db
    .selectFrom("token as t")
    .leftJoin("market as m", "m.token", "t.address")
    .select(["t.address", "t.symbol", "t.name", "m.options"])
    .where(({ ref }) => sql<boolean>`${ref("t.address")} = any(${addresses})`),
)

async function findNames(addresses: readonly string[]): Promise<Names> {
  const rows = await readNames({ addresses })
  const tokens = rows.map(
    ({ address, symbol, name, options }) =>
      [
        address,
        {
          name: symbol,
          kind: "token",
          ...(options && { market: { question: name, options } }),
        },
      ] as const,
  )
  const contracts = listContractNames(getDeployment())
  const deployed = contracts.filter(([address]) => address !== zeroAddress)
  return Object.fromEntries([...deployed, ...tokens])
}

function listContractNames({ usdb, swap, factory, taxes, mainToken, ...markets }: AddressBook) {
  return [
    [markets.marketTrading, { name: "the markets", kind: "contract" }],
    [markets.privateMarket, { name: "the private markets", kind: "contract" }],
    [markets.resolver, { name: "the resolver", kind: "contract" }],
    [usdb, { name: "USDB", kind: "dollar" }],
    [mainToken, { name: "TIDE", kind: "token" }],
    [swap, { name: "the router", kind: "contract" }],
    [factory, { name: "the token factory", kind: "contract" }],
    [taxes, { name: "the tax contract", kind: "contract" }],
    [markets.loanHub, { name: "the loan hub", kind: "contract" }],
    [markets.staking, { name: "wTIDE", kind: "contract" }],
    [markets.vesting, { name: "the vesting contract", kind: "contract" }],
    [markets.identityRegistry, { name: "the registry of agents", kind: "contract" }],
    [markets.reputationRegistry, { name: "the registry of feedback", kind: "contract" }],
    ...listAssetContracts().map(({ asset, contract }) => {
      const name = `${assetDetails[asset].symbol} rounds`
      return [contract, { name, kind: "contract" }] as const
    }),
  ] as const
}
