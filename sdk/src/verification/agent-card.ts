import { isRecord } from "../client/errors"

const JSON_URI = "data:application/json;base64,"

/** Whether the card that a registry would store says what an action says. */
export function isSameCard(uri: string, fields: Readonly<Record<string, unknown>>): boolean {
  const card = decodeCard(uri)
  if (!isRecord(card)) return false
  const { name, description, image, services } = fields
  return (
    card.name === `${name}`.trim() &&
    withoutSpace(card.description) === withoutSpace(description) &&
    (card.image === image || (!card.image && !image)) &&
    listEndpoints(card.services) === listEndpoints(services)
  )
}

function decodeCard(uri: string): unknown {
  if (!uri.startsWith(JSON_URI)) return null
  try {
    const bytes = Uint8Array.from(atob(uri.slice(JSON_URI.length)), (each) => each.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

const withoutSpace = (text: unknown) => `${text}`.replace(/\s/g, "")

const listEndpoints = (services: unknown) =>
  Array.isArray(services)
    ? services.map((each) => (isRecord(each) ? `${each.endpoint}`.trim() : "")).join()
    : ""
