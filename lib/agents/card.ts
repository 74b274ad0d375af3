import { z } from "zod"
import { cleanLine, cleanText } from "@/lib/http/wire"
import {
  MAX_AGENT_DESCRIPTION,
  MAX_AGENT_NAME,
  MAX_AGENT_SERVICES,
  MAX_CARD_TEXT,
} from "./constants"

/** A service of an agent: its protocol and its address. */
export type AgentService = { name: string; endpoint: string; version: string | null }

/** The fields that we store from an agent's registration file; null where the file does not have them. */
export type AgentCard = {
  name: string | null
  description: string | null
  image: string | null
  services: AgentService[] | null
}

export const NO_CARD: AgentCard = { name: null, description: null, image: null, services: null }

const BASE64_JSON =
  /^data:application\/json(?:;charset=utf-?8)?;base64,(?<data>[A-Za-z0-9+/]*={0,2})$/i

const file = z.record(z.string(), z.unknown())

/** The card of a URI that holds its file itself, as base64 JSON; everything is cut to its limit. Other URIs are not fetched. */
export function readCard(uri: string): AgentCard {
  const json = decode(uri)
  if (!json) return NO_CARD
  return {
    name: readLine(json.name, MAX_AGENT_NAME),
    description: readText(json.description, MAX_AGENT_DESCRIPTION),
    image: readLine(json.image, MAX_CARD_TEXT),
    services: readServices(json.services ?? json.endpoints),
  }
}

function decode(uri: string) {
  const data = BASE64_JSON.exec(uri)?.groups?.data
  if (!data) return null
  try {
    const text = Buffer.from(data, "base64").toString("utf8")
    return file.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function readServices(services: unknown): AgentService[] | null {
  if (!Array.isArray(services)) return null
  return services.slice(0, MAX_AGENT_SERVICES).flatMap((service: unknown) => {
    const fields = file.safeParse(service).data
    const name = readLine(fields?.name, MAX_AGENT_NAME)
    const endpoint = readLine(fields?.endpoint, MAX_CARD_TEXT)
    if (!name || !endpoint) return []
    return { name, endpoint, version: readLine(fields?.version, MAX_AGENT_NAME) }
  })
}

/** Null for nothing. */
const readLine = (value: unknown, max: number) =>
  (typeof value === "string" && cutText(cleanLine(toStorable(value)), max)) || null

const readText = (value: unknown, max: number) =>
  (typeof value === "string" && cleanAndCut(value, max)) || null

/** At most this many characters, without half of one at the end. */
function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  return [...text.slice(0, 2 * max)].slice(0, max).join("").trimEnd()
}

/** PostgreSQL stores no half characters, which JSON can name. */
const toStorable = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd")

/** Cleans and shortens a stranger's text before it is stored. */
export const cleanAndCut = (text: string, max: number) => cutText(cleanText(toStorable(text)), max)
