import { parseUnits } from "viem"
import type { Atoll } from "../client/atoll"
import { UsageError } from "./exit-codes"

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const AMOUNT = /^\d{1,21}(\.\d{1,18})?$/
const DECIMALS = 18

/** "12.5" in base units. */
export function toBaseUnits(text: string): string {
  if (!AMOUNT.test(text)) throw new UsageError(`${text} is not an amount such as 12.5`)
  return `${parseUnits(text, DECIMALS)}`
}

/** The token that an address, a symbol or "TIDE" names. A symbol that several tokens have names none. */
export async function findToken(atoll: Atoll, name: string): Promise<string> {
  if (ADDRESS.test(name)) return name.toLowerCase()
  if (name.toUpperCase() === "TIDE") return (await atoll.contracts()).mainToken
  const { data } = await atoll.tokens.list().page({ search: name, limit: 100 })
  const tokens = data.filter(({ symbol }) => symbol.toUpperCase() === name.toUpperCase())
  const [token, another] = tokens
  if (!token) throw new UsageError(`No token has the symbol ${name}`, "Name its address.")
  if (another) {
    const addresses = tokens.map(({ address }) => address).join(", ")
    throw new UsageError(
      `${tokens.length} tokens have the symbol ${name}`,
      `Name one: ${addresses}`,
    )
  }
  return token.address
}

/** Fields such as `token=KELP` with the address in place of the symbol. */
export const nameAddresses = (atoll: Atoll, fields: readonly string[]): Promise<string[]> =>
  Promise.all(
    fields.map(async (field) => {
      const [, name, value] = /^(token|market)=(.+)$/.exec(field) ?? []
      return name && value ? `${name}=${await findToken(atoll, value)}` : field
    }),
  )

/** The number of an outcome that is named by its number or its text. */
export async function findOutcome(atoll: Atoll, market: string, name: string): Promise<number> {
  if (/^\d{1,3}$/.test(name)) return Number(name)
  const { predictionOptions } = await atoll.markets.get(market)
  const options = predictionOptions?.filter(
    (each) => each.name.toLowerCase() === name.toLowerCase(),
  )
  if (options?.[0] && options.length === 1) return options[0].index
  const names = predictionOptions?.map((each) => `${each.index} ${each.name}`).join(", ")
  throw new UsageError(`The market has no outcome ${name}`, `It has: ${names ?? "none"}`)
}
