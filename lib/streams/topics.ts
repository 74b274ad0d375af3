import { z } from "zod"
import { address } from "@/lib/http/wire"
import { MAX_TOPICS } from "@/lib/stream-log/constants"
import { CHAIN_TOPIC } from "@/lib/stream-log/entries"
import { intervalNames } from "@/lib/tokens/candles/intervals"
import { assets } from "@/lib/updown/assets"
import { listAssetContracts } from "@/lib/updown/contracts"
import { findTimeframe } from "@/lib/updown/timeframes"

/** A client's subscription. */
export type Subscription = {
  /** Topics of messages: those of the log, with candles by their interval. */
  topics: ReadonlySet<string>
  /** Topics of the log. */
  logTopics: readonly string[]
}

const isAddress = (text: string | undefined) => address.safeParse(text).success
const isInterval = (text: string | undefined) => intervalNames.some((name) => name === text)

const assetNames = assets.join("|")

const FORMS = `trades, trades:{token}, candles:{token}:{interval}, market:{address}, orders:{market}, wallet:{address}, updown:{${assetNames}}:{timeframe}, reef or blocks`

/**
 * A topic as its messages name it; null for one that does not exist. Words are case-sensitive, as everywhere;
 * addresses are not.
 */
function parseTopic(text: string): string | null {
  const name = text.replace(/(?<=:)0x[0-9a-fA-F]{40}(?=:|$)/g, (each) => each.toLowerCase())
  const [group, first = "", second, ...others] = name.split(":")
  if (others.length > 0) return null
  if (second !== undefined) {
    if (group === "candles" && isAddress(first) && isInterval(second)) return name
    return group === "updown" ? findRoundTopic(first, second) : null
  }
  const isWhole = !name.includes(":")
  if (isWhole) return ["trades", "reef", "blocks"].includes(group ?? "") ? name : null
  const isOfAddress = ["trades", "market", "orders", "wallet"].includes(group ?? "")
  return isOfAddress && isAddress(first) ? name : null
}

/** The index names rounds by their contract and the code of the timeframe. */
function findRoundTopic(asset: string, timeframe: string) {
  const contract = listAssetContracts().find((each) => each.asset === asset)?.contract
  const code = findTimeframe(timeframe)?.code
  return contract === undefined || code === undefined ? null : `updown:${contract}:${code}`
}

/** Candles of all intervals have one topic in the log. */
const toLogTopic = (topic: string) =>
  topic.startsWith("candles:") ? topic.slice(0, topic.lastIndexOf(":")) : topic

function toSubscription(parsed: readonly string[]): Subscription {
  const isOfChain = parsed.some((topic) => topic !== "reef")
  const topics = new Set([...parsed, ...(isOfChain ? [CHAIN_TOPIC] : [])])
  return { topics, logTopics: [...new Set([...topics].map(toLogTopic))] }
}

/** `topics` of the query. */
export const topicList = z
  .string()
  .transform((text, context): Subscription => {
    const names = [...new Set(text.split(",").filter((name) => name !== ""))]
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message })
      return z.NEVER
    }
    if (names.length === 0) return refuse(`must name a topic: ${FORMS}`)
    if (names.length > MAX_TOPICS) return refuse(`must name at most ${MAX_TOPICS} topics`)
    const parsed: string[] = []
    for (const name of names) {
      const topic = parseTopic(name)
      if (topic === null) return refuse(`${name.slice(0, 80)} is no topic: ${FORMS}`)
      parsed.push(topic)
    }
    return toSubscription(parsed)
  })
  .meta({ type: "string", examples: ["trades,blocks"] })
  .describe(`up to ${MAX_TOPICS} topics, separated by commas: ${FORMS}`)
